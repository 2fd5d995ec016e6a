import { betterAuth } from 'better-auth'
import { jwt } from 'better-auth/plugins/jwt'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { PRODUCT_NAME } from '~/shared/product'
import type { Config } from '../config.server'
import type { Database } from '../database/database.server'
import type { Log } from '../log.server'
import type { AuthSecrets } from './auth-secrets.server'
import { hashPassword, verifyPassword } from './password.server'
import { provenLogin } from './proven-login.server'
import { makeRecoveryCodes } from './recovery-code.server'
import { secondStepPlugin } from './second-step.server'
import { sessionEnd } from './session/session-end.server'
import { cookieLifeDays } from './session/session-ends'

const day = 24 * 60 * 60

const isSecure = ({ origin }: Pick<Config, 'origin'>) => origin.startsWith('https://')
const cookiePrefix = 'kvartera'

/** The session cookie's name, as the library composes it. */
export const sessionCookie = (config: Pick<Config, 'origin'>) =>
  `${isSecure(config) ? '__Secure-' : ''}${cookiePrefix}.session_token`

/** Better Auth on our tables. Only the files in this folder import it; others use the functions defined here. */
export function openBetterAuth(config: Config, secrets: AuthSecrets, db: Database, log: Log) {
  return betterAuth({
    appName: PRODUCT_NAME,
    baseURL: config.origin,
    secret: secrets.unversioned,
    secrets: secrets.versions,
    telemetry: { enabled: false },
    database: { db, type: 'postgres', transaction: true },
    logger: {
      log: (level, message) => log[level === 'debug' || level === 'info' ? 'debug' : level]({ from: 'auth' }, message),
    },
    advanced: {
      cookiePrefix,
      useSecureCookies: isSecure(config),
      database: { generateId: 'uuid', joins: true, validateSchema: false },
      // server/http determines the client address once and passes it in this header. The header as a visitor sends it
      // is never read.
      ipAddress: { ipAddressHeaders: ['x-kvartera-client'] },
    },
    // Sign-up is our own use case, in one transaction with the profile, and so are links by mail. The library's rate
    // limit applies only to its HTTP handler, which is not mounted. Our rate limits are in attempts.server.ts.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    rateLimit: { enabled: false },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'profile_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        confirmedAt: { type: 'date', required: false, input: false, fieldName: 'confirmed_at' },
      },
      // The cookie's lifetime in the browser. The session's own expiry is set when it begins and on use
      // (session-ends.ts).
      expiresIn: cookieLifeDays * day,
      disableSessionRefresh: true,
    },
    databaseHooks: { session: { create: { before: sessionEnd(db) } } },
    user: {
      modelName: 'profiles',
      fields: {
        name: 'full_name',
        emailVerified: 'email_verified',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      // Read together with the session. `input: false` keeps every endpoint of the library from writing these columns.
      additionalFields: {
        phone: { type: 'string', required: false, input: false },
        postcode: { type: 'string', required: false, input: false },
        userRole: { type: 'string', required: false, input: false, fieldName: 'user_role' },
        blockedAt: { type: 'date', required: false, input: false, fieldName: 'blocked_at' },
        memberStatus: { type: 'string', required: false, input: false, fieldName: 'member_status' },
      },
    },
    account: {
      modelName: 'identities',
      fields: {
        userId: 'profile_id',
        providerId: 'provider',
        accountId: 'provider_account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      encryptOAuthTokens: true,
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      // Hashed, so that a leaked database does not let anybody continue a login that is under way.
      storeIdentifier: 'hashed',
    },
    plugins: [
      provenLogin,
      twoFactor({
        issuer: PRODUCT_NAME,
        twoFactorTable: 'two_factors',
        backupCodeOptions: { customBackupCodesGenerate: makeRecoveryCodes },
        // The library's lockout would lock the owner out too. Wrong codes are rate-limited per browser in
        // attempts.server.ts.
        accountLockout: { enabled: false },
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            fields: {
              userId: 'profile_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      secondStepPlugin(),
      jwt({
        // Otherwise every page view would sign a token that nobody asked for.
        disableSettingJwtHeader: true,
        schema: {
          jwks: {
            modelName: 'signing_keys',
            fields: {
              publicKey: 'public_key',
              privateKey: 'private_key',
              createdAt: 'created_at',
              expiresAt: 'expires_at',
            },
          },
        },
        jwt: {
          issuer: config.origin,
          audience: config.origin,
          expirationTime: '10m',
          // The default payload carries the whole profile to every recipient of the token. `sid` is the session whose
          // end also ends the token.
          definePayload: ({ user, session }) => ({ role: user.userRole, sid: session.id }),
        },
      }),
    ],
  })
}

export type BetterAuth = ReturnType<typeof openBetterAuth>
