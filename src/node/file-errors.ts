import { types } from 'node:util'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is on a read-only file system',
  ENOTDIR: 'it is not a folder',
  ELOOP: 'its links lead in a circle',
  EEXIST: 'something else is there',
  ENAMETOOLONG: 'its name is too long',
  EISDIR: 'it is a folder',
  ENOSPC: 'there is no space left on the disk',
  EDQUOT: 'there is no space left within the quota',
  EFBIG: 'it would be larger than a file may be',
}

/** Says in a few words why the file system refused something: what follows a colon, without a full stop. */
export function reasonOf(error: unknown): string {
  const reason = REASONS[codeOf(error) ?? '']
  return reason ?? (types.isNativeError(error) ? error.message : String(error)).replace(/\.$/, '')
}

/** The code of a system error, such as `ENOENT`. In Jest those of Node are of another `Error` than the code's own. */
export function codeOf(error: unknown): string | undefined {
  return types.isNativeError(error) && 'code' in error ? String(error.code) : undefined
}
