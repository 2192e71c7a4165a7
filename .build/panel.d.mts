import type { Plugin } from 'rolldown'
export function panelPage(): Plugin
