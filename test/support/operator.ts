/** Configuration of the operator's identity, required in production. */
export const operatorEnv = {
  OPERATOR_NAME: 'Prov AB',
  OPERATOR_ORG_NUMBER: '559999-0008',
  OPERATOR_ADDRESS: 'Provgatan 1, 125 40 Älvsjö',
  OPERATOR_VAT_NUMBER: 'SE559999000801',
  OPERATOR_SWISH: '123 118 11 89',
}

/**
 * The other required configuration of production, with adapters that send nothing. A test adds its database and
 * address.
 */
export const productionEnv = {
  AUTH_SECRET: 'r4nd0mQwErTyUiOpAsDfGhJkLzXcVbNm',
  MAIL_ADAPTER: 'outbox',
  SMS_ADAPTER: 'outbox',
  PUSH_ADAPTER: 'outbox',
  ...operatorEnv,
}
