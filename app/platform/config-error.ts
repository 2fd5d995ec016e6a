/** Configuration that cannot be used. Its message is the one sentence the operator sees. */
export class ConfigError extends Error {}
