import type { en } from './en/index.ts'

export type Language = 'en' | 'es'
export type Key = keyof typeof en
export type Words = Readonly<Record<Key, string>>

/** The names between braces: `Hello {name}` has `name`. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type Values<K extends Key> = [Placeholders<(typeof en)[K]>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<(typeof en)[K]>, string | number>>]

let current: { readonly language: Language; readonly words: Words } | undefined

/** Sets the language of the page, before anything is drawn. */
export function speak(language: Language, words: Words): void {
  current = { language, words }
}

export const spokenLanguage = (): Language => current?.language ?? 'en'

/** The locale of dates and amounts. Both are those of the United States. */
export const locale = (): string => (spokenLanguage() === 'es' ? 'es-US' : 'en-US')

/** A text in the page's language. */
export function t<K extends Key>(key: K, ...values: Values<K>): string {
  const [named = {}] = values as [Record<string, string | number>?]
  return (current?.words[key] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(named[name] ?? whole))
}

/** A text whose key is made of a code that the service sent; undefined where there is none for it. */
export const textFor = (key: string): string | undefined =>
  current && Object.hasOwn(current.words, key) ? current.words[key as Key] : undefined

/** The first of the browser's languages that the pages have; English otherwise. */
export function preferredLanguage(languages: readonly string[]): Language {
  for (const tag of languages) {
    const [language = ''] = tag.toLowerCase().split('-')
    if (language === 'en' || language === 'es') return language
  }
  return 'en'
}
