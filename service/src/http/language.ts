import type { FastifyRequest } from 'fastify'

/** The languages of pages and mails for creators and buyers. */
export type Language = 'en' | 'es'

/** The first language of the browser that the pages have, by its weight (RFC 9110, 12.5.4); English otherwise. */
export function preferredLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part, place) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find((value) => value !== undefined)
      return { language: tag.trim().split('-')[0], weight: Number(weight ?? 1), place }
    })
    .filter(({ language, weight }) => (language === 'en' || language === 'es') && weight > 0)
    .sort((one, other) => other.weight - one.weight || one.place - other.place)
  return (wanted[0]?.language as Language | undefined) ?? 'en'
}

export const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  preferredLanguage(headers['accept-language'])
