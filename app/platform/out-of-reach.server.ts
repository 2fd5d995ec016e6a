import { inspect } from 'node:util'

/**
 * Makes an object that holds a secret, a pool or a channel unserialisable: turning it into JSON throws, and inspecting
 * it shows only its name. A posted field named `constructor` once put all of it into a page.
 */
export function outOfReach<Port extends object>(name: string, port: Port): Port {
  const refuse = () => {
    throw new Error(`${name} cannot be written out`)
  }
  return Object.defineProperties(port, {
    // Configurable, because whoever opened the port may have called this already.
    toJSON: { value: refuse, configurable: true },
    [inspect.custom]: { value: () => `[${name}]`, configurable: true },
  })
}
