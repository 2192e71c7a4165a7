// Handlers of Mock Service Worker on Express: node http-middleware.mjs <port>. Runs where its packages are.
import { readFileSync } from 'node:fs'
import { createMiddleware } from '@mswjs/http-middleware'
import express from 'express'
import { http, HttpResponse } from 'msw'

const orders = JSON.parse(readFileSync('orders.json', 'utf8'))
const shipped = { code: 'order_already_shipped', message: 'Order 1000000 has already shipped.', status: 409 }

express()
  .use(
    createMiddleware(
      http.get('/v1/store/orders', () => HttpResponse.json(orders)),
      http.delete('/v1/store/orders/:id', () => HttpResponse.json(shipped, { status: 409 })),
    ),
  )
  .listen(Number(process.argv[2]), '127.0.0.1')
