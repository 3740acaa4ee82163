import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { behindProxy, VAULT_KEY } from './service.ts'

/** A folder with those of the bank, and a certificate for localhost with its key. */
export async function productionFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-production-'))
  for (const name of ['out', 'in']) await mkdir(join(folder, name))
  execFileSync(
    'openssl',
    [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost'.split(' '),
      ...[
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        join(folder, 'key.pem'),
        '-out',
        join(folder, 'cert.pem'),
      ],
    ],
    { stdio: 'ignore' },
  )
  return folder
}

/** The bank's folders and the names on its files. */
export const bankFiles = (folder: string) => ({
  ACH_OUT: join(folder, 'out'),
  ACH_IN: join(folder, 'in'),
  ACH_DESTINATION: '231380104',
  ACH_DESTINATION_NAME: 'First Bank',
  ACH_ORIGIN: '1212345678',
  ACH_ORIGIN_NAME: 'Tributary',
  ACH_COMPANY_ID: '1212345678',
  ACH_ROUTING_NUMBER: '121042882',
})

/** Everything that production needs; nothing of it is called at the start. */
export const completeSettings = (folder: string, port: number) => ({
  ...behindProxy(port),
  ...bankFiles(folder),
  STRIPE_API_KEY: 'sk_test_local',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
  STRIPE_WEBHOOK_SECRET: 'whsec_local',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMS_URL: 'http://127.0.0.1:9',
  SMS_ACCOUNT: 'account',
  SMS_TOKEN: 'token',
  SMS_FROM: '+15550006789',
  VAULT_KEY,
})
