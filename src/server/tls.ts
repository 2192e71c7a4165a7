import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { ToolError } from '../input/index.js'
import { codeOf, readText, reasonOf } from '../node/index.js'

interface TlsOptions {
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
}

/**
 * Reads the certificate of a server with its chain, and its private key, both in PEM format, if they are given.
 * @throws {ToolError} if one of the files is missing or cannot be used
 */
export async function readTls({ tlsCert, tlsKey }: TlsOptions) {
  if (tlsCert === undefined && tlsKey === undefined) return {}
  if (tlsCert === undefined || tlsKey === undefined)
    throw new ToolError('HTTPS needs a certificate and its private key: set both --tls-cert and --tls-key.')
  const [certificate, privateKey] = [`certificate ${tlsCert}`, `private key ${tlsKey}`]
  const cert = await readText(tlsCert, 'the PEM certificate')
  const key = await readText(tlsKey, 'the PEM private key')
  // Node's errors do not say so.
  if (/^(?:-----BEGIN|Proc-Type:).*ENCRYPTED/m.test(key))
    throw new ToolError(`The ${privateKey} is encrypted. Decrypt it: openssl pkey -in ${tlsKey} -out <file>.`)
  const own = attempt(certificate, () => new X509Certificate(cert))
  const isOwn = attempt(privateKey, () => own.checkPrivateKey(createPrivateKey(key)))
  if (!isOwn)
    throw new ToolError(`The ${privateKey} does not fit the first ${certificate}. Use the key that belongs to it.`)
  attempt(certificate, () => createSecureContext({ cert, key }))
  return { cert, key }
}

/** @throws {ToolError} if the content of a file cannot be used */
function attempt<Value>(what: string, use: () => Value): Value {
  try {
    return use()
  } catch (error) {
    // OpenSSL names what it last tried.
    const isOpenssl = codeOf(error)?.startsWith('ERR_OSSL_') === true
    const reason = isOpenssl ? 'it contains none that can be read' : reasonOf(error)
    throw new ToolError(`Cannot use the ${what}: ${reason}. Use a file in PEM format.`)
  }
}
