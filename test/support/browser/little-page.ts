import { vi } from 'vitest'

/* A minimal DOM: only what the small browser modules (app/ui/improve) use. Real rendering is tested in a browser; this
   tests what a module does and does not do. */

type Given = Record<string, string>

export class LittleElement extends EventTarget {
  readonly tag: string
  readonly attributes = new Map<string, string>()
  children: LittleElement[] = []
  parentElement: LittleElement | null = null
  textContent: string
  hidden = false
  value = ''
  defaultValue = ''
  open = false
  offsetHeight = 0
  box = { top: 0, bottom: 0, left: 0, right: 0 }
  ariaBusy: string | null = null
  ariaDisabled: string | null = null
  ariaExpanded: string | null = null
  ariaPressed: string | null = null
  ariaLabel: string | null = null
  readonly style = { setProperty: vi.fn() }
  readonly focus = vi.fn()
  readonly scrollIntoView = vi.fn()
  readonly hidePopover = vi.fn()
  readonly togglePopover = vi.fn()
  readonly submit = vi.fn()
  readonly showModal = vi.fn(() => {
    this.open = true
  })
  readonly close = vi.fn(() => {
    this.open = false
    this.dispatchEvent(new Event('close'))
  })

  constructor(tag: string, given: Given = {}, ...inside: (LittleElement | string)[]) {
    super()
    this.tag = tag
    for (const [name, value] of Object.entries(given)) this.attributes.set(name, value)
    this.textContent = inside.filter((one) => typeof one === 'string').join('')
    this.append(...inside.filter((one) => typeof one !== 'string'))
  }

  get id() {
    return this.attributes.get('id') ?? ''
  }
  get type() {
    return this.attributes.get('type') ?? ''
  }
  set type(type: string) {
    this.attributes.set('type', type)
  }
  get method() {
    return this.attributes.get('method') ?? 'get'
  }
  get action() {
    return new URL(this.attributes.get('action') ?? '', location.href).href
  }
  get #address() {
    return new URL(this.attributes.get('href') ?? '', location.href)
  }
  get hash() {
    return this.#address.hash
  }
  get pathname() {
    return this.#address.pathname
  }
  get search() {
    return this.#address.search
  }
  get dataset(): Given {
    const entries = [...this.attributes].filter(([name]) => name.startsWith('data-'))
    return Object.fromEntries(entries.map(([name, value]) => [camel(name.slice(5)), value]))
  }
  get childNodes(): (LittleElement | string)[] {
    return this.children.length > 0 ? this.children : this.textContent ? [this.textContent] : []
  }
  get firstElementChild(): LittleElement | null {
    return this.children[0] ?? null
  }
  get nextElementSibling(): LittleElement | null {
    const beside = this.parentElement?.children ?? []
    return beside[beside.indexOf(this) + 1] ?? null
  }
  get content() {
    return this
  }

  getAttribute = (name: string) => this.attributes.get(name) ?? null
  setAttribute = (name: string, value: string) => void this.attributes.set(name, value)
  removeAttribute = (name: string) => void this.attributes.delete(name)
  toggleAttribute(name: string) {
    if (this.attributes.delete(name)) return false
    this.attributes.set(name, '')
    return true
  }
  append(...added: LittleElement[]) {
    for (const one of added) {
      one.remove()
      one.parentElement = this
      this.children.push(one)
    }
  }
  after(added: LittleElement) {
    const beside = this.parentElement?.children ?? []
    added.parentElement = this.parentElement
    beside.splice(beside.indexOf(this) + 1, 0, added)
  }
  replaceChildren(...others: (LittleElement | string)[]) {
    for (const child of this.children) child.parentElement = null
    this.children = []
    this.textContent = others.filter((one) => typeof one === 'string').join('')
    this.append(...others.filter((one) => typeof one !== 'string'))
  }
  remove() {
    const beside = this.parentElement?.children
    beside?.splice(beside.indexOf(this), 1)
    this.parentElement = null
  }
  cloneNode(isWhole: boolean): LittleElement {
    const Kind = this.constructor as typeof LittleElement
    const inside = this.children.length > 0 ? this.children.map((child) => child.cloneNode(true)) : [this.textContent]
    return new Kind(this.tag, Object.fromEntries(this.attributes), ...(isWhole ? inside : []))
  }
  contains(other: LittleElement | null): boolean {
    return other !== null && (other === this || this.contains(other.parentElement))
  }
  getBoundingClientRect() {
    return { ...this.box, height: this.box.bottom - this.box.top }
  }
  matches(selector: string): boolean {
    return selector.split(',').some((one) => fits(this, one.trim()))
  }
  closest(selector: string): LittleElement | null {
    return this.matches(selector) ? this : (this.parentElement?.closest(selector) ?? null)
  }
  querySelectorAll(selector: string): LittleElement[] {
    return this.children.flatMap((child) => [
      ...(child.matches(selector) ? [child] : []),
      ...child.querySelectorAll(selector),
    ])
  }
  querySelector(selector: string): LittleElement | null {
    return this.querySelectorAll(selector)[0] ?? null
  }
}

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Matches the selectors that the modules use; throws on any other. */
function fits(element: LittleElement, selector: string): boolean {
  const parts = selector.match(/(?:\[[^\]]*\]|\([^)]*\)|[^\s[(])+/g) ?? []
  const [own = '', ...around] = parts.toReversed()
  if (!fitsAlone(element, own)) return false
  if (around.length === 0) return true
  const outer = around.toReversed().join(' ')
  return element.parentElement?.closest(outer) != null
}

function fitsAlone(element: LittleElement, selector: string): boolean {
  const known = /^(\w+)|\.([\w-]+)|\[([\w-]+)(?:(\^?=)"?([^"\]]*)"?)?\]|:(not|has)\(([^)]*)\)|:(focus)/gy
  let at = 0
  for (let found = known.exec(selector); found; found = known.exec(selector)) {
    at = known.lastIndex
    const [, tag, name, attribute, how, value = '', pseudo, inner = '', focus] = found
    if (tag && element.tag !== tag) return false
    if (name && !(element.getAttribute('class') ?? '').split(' ').includes(name)) return false
    const has = attribute ? element.getAttribute(attribute) : null
    if (attribute && has === null) return false
    if (how === '=' && has !== value) return false
    if (how === '^=' && !has?.startsWith(value)) return false
    if (pseudo === 'not' && element.matches(inner)) return false
    if (pseudo === 'has' && !element.querySelector(inner)) return false
    if (focus && document.activeElement !== (element as unknown as Element)) return false
  }
  if (at !== selector.length) throw new Error(`The little page does not know ${selector}`)
  return true
}

class Dialog extends LittleElement {}
class Form extends LittleElement {}
class Input extends LittleElement {}
class Button extends LittleElement {}
const kinds: Record<string, typeof LittleElement> = { dialog: Dialog, form: Form, input: Input, button: Button }

export function make(tag: string, given: Given = {}, ...inside: (LittleElement | string)[]): LittleElement {
  return new (kinds[tag] ?? LittleElement)(tag, given, ...inside)
}

/** Opens a page with these elements. Globals that are not defined here do not exist. */
export function openPage(address: string, ...inside: LittleElement[]) {
  const body = make('body', {}, ...inside)
  const root = make('html', {}, body)
  const all = (selector: string) => root.querySelectorAll(selector)
  const { hash, pathname, search, href, origin, protocol } = new URL(address)
  const page = Object.assign(new EventTarget(), {
    body,
    documentElement: root,
    activeElement: body as LittleElement | null,
    readyState: 'complete',
    visibilityState: 'visible',
    cookie: '',
    querySelectorAll: all,
    querySelector: (selector: string) => all(selector)[0] ?? null,
    getElementById: (id: string) => (id === '' ? null : (all('[id]').find((one) => one.id === id) ?? null)),
    createElement: (tag: string) => make(tag),
  })
  const opened = {
    page,
    body,
    location: { hash, pathname, search, href, origin, protocol, assign: vi.fn() },
    window: new EventTarget(),
    history: { state: { at: 1 }, replaceState: vi.fn() },
    scrollTo: vi.fn(),
    fetch: vi.fn(),
    narrow: false,
  }
  const globals = {
    document: page,
    location: opened.location,
    history: opened.history,
    scrollTo: opened.scrollTo,
    scrollY: 70,
    innerHeight: 600,
    window: { innerHeight: 600 },
    fetch: opened.fetch,
    addEventListener: opened.window.addEventListener.bind(opened.window),
    matchMedia: () => ({ matches: opened.narrow }),
    requestAnimationFrame: (done: () => void) => done(),
    PerformanceObserver: Painted,
    Element: LittleElement,
    HTMLElement: LittleElement,
    HTMLDialogElement: Dialog,
    HTMLFormElement: Form,
    HTMLInputElement: Input,
    HTMLButtonElement: Button,
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  return opened
}

/** A PerformanceObserver that reports the first paint soon. */
class Painted {
  static supportedEntryTypes = ['paint']
  readonly say: () => void
  constructor(say: () => void) {
    this.say = say
  }
  observe() {
    setTimeout(this.say)
  }
  disconnect() {}
}

/** Dispatches an event that bubbles to the document. False if the default action was prevented. */
export function happen(at: LittleElement, name: string, given: object = {}): boolean {
  const event = new Event(name, { cancelable: true })
  Object.defineProperty(event, 'target', { value: at })
  Object.assign(event, given)
  for (let heard: LittleElement | null = at; heard; heard = heard.parentElement) heard.dispatchEvent(event)
  document.dispatchEvent(event)
  return !event.defaultPrevented
}
