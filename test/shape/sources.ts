import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Source = { path: string; text: string }

/** The project's own sources, for tests about the code. */
export function readSources(folders: string[], pattern: RegExp): Source[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && pattern.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

/** Our own modules that a source imports, as paths from the project's root without file extension. */
export function ownImports({ path, text }: Source): string[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?'((?:~|\.)[^']*)'/g)].map((match) => match[1] ?? '')
  return specifiers.map((specifier) =>
    specifier.startsWith('~/') ? join('app', specifier.slice(2)) : join(path, '..', specifier),
  )
}
