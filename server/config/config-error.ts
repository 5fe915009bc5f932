/** Something in the environment that stops the start. Its message is all that a person has to read. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
