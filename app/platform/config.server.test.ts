import { expect, test } from 'vitest'
import { z } from 'zod'
import { productionEnv } from '../../test/support/operator'
import { ConfigError, readConfig } from './config.server'
import { outwardEnvironment, readOutward } from './outward-config.server'

const secret = 'f3Zk9-only-for-tests-Qw7Lr2mXv8Ty'
const s3 = {
  MODE: 'demo',
  FILES_S3_ENDPOINT: 'https://s3.kvartera.example',
  FILES_S3_BUCKET: 'kvartera',
  FILES_S3_KEY: 'AKID',
  FILES_S3_SECRET: 'hemligt',
  FILES_S3_REGION: 'eu-north-1',
}

test('stores files in a folder unless S3 is configured', () => {
  expect(readConfig({}, secret)).toMatchObject({ config: { files: { adapter: 'local' } }, secrets: { s3: null } })
  const bucket = readConfig(s3, secret)
  expect(bucket.config.files).toEqual({ adapter: 's3' })
  expect(bucket.secrets.s3).toEqual({
    endpoint: 'https://s3.kvartera.example',
    bucket: 'kvartera',
    key: 'AKID',
    secret: 'hemligt',
    region: 'eu-north-1',
  })
})

test.each(Object.keys(s3).filter((name) => name !== 'MODE'))(
  'S3 without %s stops the start with a sentence that names it',
  (name) => {
    const read = () => readConfig({ ...s3, [name]: '' }, secret)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} is missing: [^.]*FILES_S3_\\* is set\\.$`))
  },
)

test.each([
  ['two', 'WEB_PROCESSES must be a number.'],
  ['1.5', 'WEB_PROCESSES must be a whole number.'],
  ['0', 'WEB_PROCESSES must be between 1 and 16.'],
  ['17', 'WEB_PROCESSES must be between 1 and 16.'],
])('WEB_PROCESSES=%s stops the start with one sentence', (given, sentence) => {
  expect(() => readConfig({ WEB_PROCESSES: given }, secret)).toThrow(new ConfigError(sentence))
})

test('BACKUP_FOLDER must be an absolute path, and is for the embedded database only', () => {
  expect(readConfig({}, secret).config.backupFolder).toBeNull()
  expect(readConfig({ BACKUP_FOLDER: '/mnt/backups' }, secret).config.backupFolder).toBe('/mnt/backups')
  expect(() => readConfig({ BACKUP_FOLDER: 'backups' }, secret)).toThrow('must be the whole path of a folder.')
  const own = {
    ...productionEnv,
    BACKUP_FOLDER: '/mnt/backups',
    DATABASE_URL: 'postgresql://kvartera@db/kvartera',
    ORIGIN: 'https://kvartera.example',
  }
  expect(() => readConfig(own, null)).toThrow(/^BACKUP_FOLDER is for the embedded database/)
})

test('the number of web processes is unset (null) unless WEB_PROCESSES is given', () => {
  expect(readConfig({}, secret).config.webProcesses).toBe(null)
  expect(readConfig({ WEB_PROCESSES: '' }, secret).config.webProcesses).toBe(null)
  expect(readConfig({ WEB_PROCESSES: '3' }, secret).config.webProcesses).toBe(3)
})

const read = (given: Record<string, string>) => readOutward(z.object(outwardEnvironment).parse(given))

test('defaults to a public map, the published emergency figure, and no status folder', () => {
  const { mapAddress, ...rest } = read({})
  expect(mapAddress).toMatch(/^https:\/\/.*\{latitude\}.*\{longitude\}/)
  expect(rest).toEqual({
    emergencyAnswer: { seconds: 7.3, source: expect.stringContaining('SOS Alarm') },
    statusFolder: null,
  })
})

test.each([
  ['off', null],
  ['https://karta.example/?at={latitude},{longitude}', 'https://karta.example/?at={latitude},{longitude}'],
])('MAP_ADDRESS=%s is accepted', (address, map) => {
  expect(read({ MAP_ADDRESS: address }).mapAddress).toBe(map)
})

test.each([
  'http://karta.example/?at={latitude},{longitude}',
  'https://karta.example/?at={latitude}',
  'https://karta.example/?at={longitude}',
  'https://[karta]/{latitude}{longitude}',
  'karta',
])('refuses MAP_ADDRESS=%s', (MAP_ADDRESS) => {
  expect(() => read({ MAP_ADDRESS })).toThrow(/^MAP_ADDRESS/)
})

const source = 'En rapport från 2026'
test.each<[Record<string, string>, object | null]>([
  [{ EMERGENCY_ANSWER_SECONDS: 'off' }, null],
  [{ EMERGENCY_ANSWER_SECONDS: 'off', EMERGENCY_ANSWER_SOURCE: source }, null],
  [
    { EMERGENCY_ANSWER_SECONDS: '8,1', EMERGENCY_ANSWER_SOURCE: source },
    { seconds: 8.1, source },
  ],
  [
    { EMERGENCY_ANSWER_SECONDS: '12', EMERGENCY_ANSWER_SOURCE: source },
    { seconds: 12, source },
  ],
  ...['tio tecken', 'x'.repeat(200)].map((named): [Record<string, string>, object] => [
    { EMERGENCY_ANSWER_SECONDS: '9', EMERGENCY_ANSWER_SOURCE: named },
    { seconds: 9, source: named },
  ]),
])('reads %j as the emergency figure %j', (given, answer) => {
  expect(read(given).emergencyAnswer).toEqual(answer)
})

test.each<Record<string, string>>([
  { EMERGENCY_ANSWER_SECONDS: '8' },
  { EMERGENCY_ANSWER_SOURCE: source },
  { EMERGENCY_ANSWER_SECONDS: 'snabbt', EMERGENCY_ANSWER_SOURCE: source },
  { EMERGENCY_ANSWER_SECONDS: '8', EMERGENCY_ANSWER_SOURCE: 'för kort.' },
  { EMERGENCY_ANSWER_SECONDS: '8', EMERGENCY_ANSWER_SOURCE: 'x'.repeat(201) },
  { STATUS_FOLDER: 'status' },
])('refuses %j', (given) => {
  expect(() => read(given)).toThrow()
})

test('reads STATUS_FOLDER as given', () => {
  expect(read({ STATUS_FOLDER: '/srv/status' }).statusFolder).toBe('/srv/status')
})
