import type { Plugin } from 'rolldown'
export function yaml(): Plugin
