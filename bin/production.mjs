// Imported first, so that React and every library below see it: a prefix in the npm script would not
// survive every shell.
process.env.NODE_ENV = 'production'

// npm puts the Node of package.json first in the path of its scripts; this file run by hand may meet another.
const needed = 26
if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(
    `\n  This is Node ${process.versions.node}, and Node ${needed} is needed: start with "npm start", which brings its own.\n`,
  )
  process.exit(1)
}
