// Shared by the commands beside `npm start`: runs a function of the built product and prints the result in one
// sentence.
import './production.mjs'

export async function runDeed(deed) {
  const product = await import('../build/server/index.js')
  try {
    console.log(await deed(product, (text) => console.log(`  ${text} …`)))
    process.exit(0)
  } catch (error) {
    console.error(error instanceof product.ConfigError ? error.message : error)
    process.exit(1)
  }
}
