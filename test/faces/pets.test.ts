import { describe, expect, test } from 'vitest'
import { call, DEPRECATION_FIELDS, headOf, json, noSuchPet, readPet } from './expected.js'
import { faces } from './faces.js'

describe.each(faces)('reading a pet through $name', ({ open }) => {
  test('a pet of the scenario has the members given there, and the headers of a deprecated operation', async () => {
    await using api = await open()
    const rex = json(200, '{"id":11,"name":"Rex","species":"dog"}', DEPRECATION_FIELDS)
    await expect(api.send(readPet('11'))).resolves.toEqual(rex)
    await expect(api.send(call('HEAD', '/pets/11'))).resolves.toEqual(headOf(rex))
  })

  test('a pet named only by an order has nothing but its id', async () => {
    await using api = await open()
    await expect(api.send(readPet('14'))).resolves.toEqual(json(200, '{"id":14}', DEPRECATION_FIELDS))
  })

  test('reading a pet that does not exist is refused with 404', async () => {
    await using api = await open()
    await expect(api.send(readPet('404'))).resolves.toEqual(noSuchPet('404'))
  })
})
