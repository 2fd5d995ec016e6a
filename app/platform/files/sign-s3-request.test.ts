import { expect, test } from 'vitest'
import { signS3Request } from './sign-s3-request'

/** Worked examples with published signatures from the AWS manual on signing S3 requests. */
const signer = { key: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }
const at = new Date('2013-05-24T00:00:00Z')
const bucket = 'https://examplebucket.s3.amazonaws.com'

test.each([
  [
    'get an object',
    { method: 'GET', url: new URL(`${bucket}/test.txt`), headers: { range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'put an object',
    {
      method: 'PUT',
      url: new URL(`${bucket}/test$file.text`),
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: Buffer.from('Welcome to Amazon S3.'),
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'get a bucket lifecycle',
    { method: 'GET', url: new URL(`${bucket}/?lifecycle`) },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'list objects',
    { method: 'GET', url: new URL(`${bucket}/?max-keys=2&prefix=J`) },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
] as const)('signs AWS’s published example: %s', (_, request, signature) => {
  expect(signS3Request(request, signer, at).authorization).toContain(`Signature=${signature}`)
})
