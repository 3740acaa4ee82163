import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySerializerCompiler } from 'fastify'
import { shareByText } from './shared-compile.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

const compile = SerializerSelector()({}, {})

/** Equal schemas share a serializer, as they share a validator (see `validation.ts`). */
const compileShared = shareByText((text) => compile({ schema: JSON.parse(text), method: '', url: '', httpStatus: '' }))

export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) =>
  compileShared(JSON.stringify(schema))
