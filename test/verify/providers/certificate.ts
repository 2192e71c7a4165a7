import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TestRunner } from 'vitest'
import { missingCommands } from '../../on-this-machine.js'
import { temporaryFolder } from '../../temporary-file.js'

/**
 * Makes a certificate that signs itself, for names such as `DNS:shop.example`; its files go with the test, which is skipped
 * on a machine without OpenSSL.
 */
export function certificate(names: string) {
  const missing = missingCommands('openssl')
  if (missing !== undefined) TestRunner.getCurrentTest()?.context.skip(missing)
  const folder = temporaryFolder()
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=shop', '-addext', `subjectAltName=${names}`, '-days', '2', '-nodes']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', keyFile, '-out', certFile, ...subject], {
    stdio: 'ignore',
  })
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8'), certFile, keyFile }
}
