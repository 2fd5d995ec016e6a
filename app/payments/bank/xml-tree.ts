import { SaxesParser } from 'saxes'
import { withoutUnseen } from '~/shared/fields'

/** An element of a bank's file, by its local name: banks use several versions of one namespace, and prefixes as they like. */
export type XmlElement = { name: string; attributes: Record<string, string>; text: string; children: XmlElement[] }

/** Real files are nine deep. */
const deepest = 40
const mostElements = 150_000

/**
 * The elements of a file, or null when it is no well-formed XML. One that declares anything of its own (a DTD, and with it
 * entities) or is deeper than a bank's is refused as it is read, before it can grow.
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
    // Written out as a number (&#8203;) it is a sign only once it is read.
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

/** Every element that a path of names leads to, in the order of the file. */
export function elementsAt(from: XmlElement, path: string): XmlElement[] {
  return path
    .split('/')
    .reduce<XmlElement[]>(
      (found, name) => found.flatMap((one) => one.children.filter((child) => child.name === name)),
      [from],
    )
}

/** What stands there, the first of it; empty when nothing does. */
export const textAt = (from: XmlElement, path: string): string => elementsAt(from, path)[0]?.text.trim() ?? ''
