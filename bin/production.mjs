// Imported first, so that React and every library below see it: a prefix in the npm script would not
// survive every shell.
process.env.NODE_ENV = 'production'
