import { createContext } from 'react'

/**
 * The page's nonce, known only while the server renders: in the browser it is what the document came
 * with, whatever later answers say.
 */
export const NonceContext = createContext<string | undefined>(undefined)
