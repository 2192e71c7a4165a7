// The versions that the recipes are tried with; fixtures/recipes.md names their major numbers.

const REACT = ['react@19.3.1', 'react-dom@19.3.1', '@types/react@19.3.0']
const TYPESCRIPT = 'typescript@5.9.3'
// msw 3 needs Node 22.12.
const MSW = 'msw@2.15.0'

// tsx runs the configuration, as the program of Cypress does.
export const CYPRESS = ['cypress@15.3.0', 'tsx@4.23.15', TYPESCRIPT]
export const NEXT = ['next@16.4.6', MSW, ...REACT, '@types/node@20.19.43', TYPESCRIPT]
export const STORYBOOK = [
  'storybook@10.6.7',
  '@storybook/react-vite@10.6.7',
  'msw-storybook-addon@3.0.3',
  'vite@8.3.8',
  MSW,
  ...REACT,
  TYPESCRIPT,
]
