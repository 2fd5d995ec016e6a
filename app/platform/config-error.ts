/** Unusable configuration. The message is the one sentence that the operator sees. */
export class ConfigError extends Error {}
