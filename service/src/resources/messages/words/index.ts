import type { Language } from '../../../http/index.ts'
import { en, type Key, type Words } from './en.ts'
import { es } from './es.ts'

const WORDS: Readonly<Record<Language, Words>> = { en, es }

/** Texts in one language. */
export type Say = (key: Key, values?: Readonly<Record<string, string | number>>) => string

export const sayIn =
  (language: Language): Say =>
  (key, values = {}) =>
    WORDS[language][key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
