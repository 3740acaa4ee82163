import type { CardRequest, FormState, InstrumentRequest } from '../../contracts/card-form.ts'
import { request } from '../ui/requests.ts'

/** `/card-form/<token>` */
const token = decodeURIComponent(location.pathname.split('/')[2] ?? '')

const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<FormState> =>
  request(method, `/card-form/api/${path}`, { body, headers: { authorization: `Bearer ${token}` } })

export const readState = (): Promise<FormState> => ask('GET', 'state')
export const saveCard = (card: CardRequest): Promise<FormState> => ask('POST', 'card', card)
export const saveInstrument = (instrument: InstrumentRequest): Promise<FormState> =>
  ask('POST', 'instrument', instrument)
export const removeCard = (): Promise<FormState> => ask('DELETE', 'card')
