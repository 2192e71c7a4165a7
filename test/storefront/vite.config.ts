import { defineConfig } from 'vite'

export default defineConfig({
  // The page asks its own origin, and the development server passes that on to the mock.
  server: { proxy: { '/v1': 'http://127.0.0.1:4010' } },
  // TanStack Query marks its files with "use client", which means nothing here.
  build: { rolldownOptions: { checks: { moduleLevelDirective: false } } },
})
