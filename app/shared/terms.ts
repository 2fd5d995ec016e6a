/** The version of /villkor and /integritet that a person agrees to today; raised when they change. */
export const TERMS_VERSION = '2026-11-20'
