import { SaxesParser } from 'saxes'
import { withoutUnseen } from '~/shared/fields'

/** An XML element by its local name: banks use several versions of one namespace, and any prefix. */
export type XmlElement = { name: string; attributes: Record<string, string>; text: string; children: XmlElement[] }

/** Real files are nine levels deep. */
const deepest = 40
const mostElements = 150_000

/**
 * Parses XML into a tree. Null if it is not well-formed. A DTD (and so any entity expansion, XXE) and anything deeper
 * or larger than a bank's file is refused while parsing, before memory grows.
 */
export function readXml(text: string): XmlElement | null {
  const top: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [top]
  let count = 0
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  const refuse = (why: string) => {
    throw new NoSuchXml(why)
  }
  const addText = (part: string) => {
    const current = open.at(-1)
    // Invisible characters are removed here, after decoding: they may be written as character references (&#8203;).
    if (current) current.text += withoutUnseen(part)
  }
  parser.on('error', ({ message }) => refuse(message))
  parser.on('doctype', () => refuse('a document type of its own'))
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > deepest) refuse('too deep')
    if (++count > mostElements) refuse('too many elements')
    const element = { name: localName(name), attributes, text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', addText)
  parser.on('cdata', addText)
  try {
    parser.write(text).close()
  } catch (error) {
    if (error instanceof NoSuchXml) return null
    throw error
  }
  return top.children[0] ?? null
}

class NoSuchXml extends Error {}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** All elements under a path of names, in the order of the file. */
export function elementsAt(from: XmlElement, path: string): XmlElement[] {
  return path
    .split('/')
    .reduce<XmlElement[]>(
      (found, name) => found.flatMap((one) => one.children.filter((child) => child.name === name)),
      [from],
    )
}

/** The text of the first element under a path, or an empty string. */
export const textAt = (from: XmlElement, path: string): string => elementsAt(from, path)[0]?.text.trim() ?? ''
