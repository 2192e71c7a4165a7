const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** A date in words; a text that is no date is left as it is. */
export function formatDate(date: Date | string): string {
  const read = new Date(date)
  return Number.isNaN(read.getTime()) ? String(date) : format.format(read)
}
