// In a project of your own: `npm install @tributary/sdk`, and '@tributary/sdk' here.
export { ApiError, SignatureError, Tributary, verify } from '../../sdk/typescript/src/index.ts'
