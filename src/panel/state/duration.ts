const DURATION = /^(-)?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** The milliseconds of an ISO 8601 duration as the control API writes them: without years and months. */
export function durationMs(text: string): number {
  const [, sign, , , ...exact] = DURATION.exec(text) ?? []
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = exact.map((digits) => Number(digits ?? 0))
  const total = ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
  return sign === undefined ? total : -total
}
