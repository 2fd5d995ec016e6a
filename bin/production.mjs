// Imported first, so that React and all libraries see it. An environment prefix in the npm script would not work in
// every shell.
process.env.NODE_ENV = 'production'

// npm puts the Node version of package.json first in PATH; a file that is run by hand may get another one.
const needed = 26
if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(
    `\n  This is Node ${process.versions.node}, and Node ${needed} is needed: start with "npm start", which brings its own.\n`,
  )
  process.exit(1)
}
