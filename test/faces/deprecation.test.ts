import { describe, expect, test } from 'vitest'
import { DEPRECATION_FIELDS, json, refusal } from './expected.js'
import { call, cancel, list, readPet } from './face.js'
import { faces } from './faces.js'

describe.each(faces)('deprecation through $name', ({ open }) => {
  test('operations that are not deprecated have no deprecation headers', async () => {
    await using api = await open()
    for (const sent of [list(), cancel('1'), cancel('404'), call('GET', '/nowhere'), call('POST', '/pets/11')]) {
      const { headers } = await api.send(sent)
      expect(Object.keys(headers).filter((name) => name in DEPRECATION_FIELDS)).toEqual([])
    }
  })

  test('a deprecated operation is still served after its sunset, unless the scenario says otherwise', async () => {
    await using api = await open({ now: '2030-01-01' })
    await expect(api.send(readPet('11'))).resolves.toMatchObject({ status: 200, headers: DEPRECATION_FIELDS })
  })

  const switchedOff =
    'This operation was switched off on Wed, 30 Jun 2027 00:00:00 GMT. See the link with rel="sunset".'
  const gone = refusal(410, 'gone', switchedOff, DEPRECATION_FIELDS)

  test('with afterSunset: gone, a deprecated operation returns 410 from its sunset on', async () => {
    await using api = await open({
      now: '2027-06-29T23:59:59.999Z',
      scenario: { afterSunset: 'gone', frozen: true, pets: [{ id: 1 }] },
    })
    await expect(api.send(readPet('1'))).resolves.toEqual(json(200, '{"id":1}', DEPRECATION_FIELDS))
    api.mock.sandbox().clock.advance('PT0.001S')
    await expect(api.send(readPet('1'))).resolves.toEqual(gone)
    await expect(api.send(readPet('abc'))).resolves.toEqual(gone)
    await expect(api.send({ method: 'GET', path: '/pets/1' })).resolves.toMatchObject({ status: 401 })
  })

  test('the scenario sunset-passed is past its sunset, whatever sunset the mock was started with', async () => {
    await using api = await open({ sunset: '2040-01-01' })
    await expect(api.send(readPet('11', 'test-key~sunset-passed'))).resolves.toEqual(gone)
    await expect(api.send(list('test-key~sunset-passed'))).resolves.toMatchObject({ status: 200 })
  })

  test('the sunset option overrides that of the scenario in main, and is the default in other sandboxes', async () => {
    await using api = await open({ sunset: '2040-02-03', scenario: { sunset: '2030-01-01', pets: [{ id: 1 }] } })
    const sunsetFor = async (key: string): Promise<string | undefined> =>
      (await api.send(readPet('1', key))).headers['sunset']
    await expect(sunsetFor('test-key')).resolves.toBe('Fri, 03 Feb 2040 00:00:00 GMT')
    await expect(sunsetFor('test-key~inline')).resolves.toBe('Tue, 01 Jan 2030 00:00:00 GMT')
    await expect(sunsetFor('test-key~shipped')).resolves.toBe('Fri, 03 Feb 2040 00:00:00 GMT')
  })
})
