/**
 * The version of /villkor and /integritet that a person agrees to. It is the day the texts began to apply;
 * change it with the texts, since every acceptance is stored with it.
 */
export const TERMS_VERSION = '2026-11-22'
