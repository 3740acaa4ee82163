export { callerOf } from './caller.ts'
export { type Commands, createCommands, forgetOldAnswers } from './idempotency.ts'
export { Closed, IdParam, ListOf, OneOf, PageQuery, pageRequest, Text, Timestamp, UserData } from './schemas.ts'
export { type Api, BASE_PATH, createServer } from './server.ts'
