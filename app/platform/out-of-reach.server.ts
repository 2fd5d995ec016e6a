import { inspect } from 'node:util'

/**
 * What holds a secret, a pool or a way out of the house stays in the house: whoever turns it into text, for an answer or
 * for a log, meets an error instead. `constructor` as a posted word once put all of it into a page.
 */
export function outOfReach<Port extends object>(name: string, port: Port): Port {
  const refuse = () => {
    throw new Error(`${name} cannot be written out`)
  }
  return Object.defineProperties(port, {
    // Whoever opened the port may have said so already.
    toJSON: { value: refuse, configurable: true },
    [inspect.custom]: { value: () => `[${name}]`, configurable: true },
  })
}
