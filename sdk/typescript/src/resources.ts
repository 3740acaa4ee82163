import type { Operations } from './generated/api.ts'

type Table = Readonly<Record<string, Readonly<Record<string, keyof Operations>>>>

/**
 * The methods of the client, a table per resource: the name of each method and the operation of the API document that it
 * calls. Parameters and answers follow from the operation.
 */
export const RESOURCES = {
  enterprise: {
    get: 'getEnterprise',
    getLimits: 'getLimits',
  },
  accountConnections: {
    create: 'createAccountConnection',
    get: 'getAccountConnection',
    getByExternalId: 'getAccountConnectionByExternalId',
    update: 'updateAccountConnection',
    list: 'listAccountConnections',
    listPayouts: 'listPayoutsOfConnection',
    listContracts: 'listContractsOfConnection',
    listP2p: 'listP2pOfConnection',
    listP2pWith: 'listP2pBetweenConnections',
  },
  connect: {
    createLink: 'createConnectLink',
    createInvite: 'createConnectInvite',
  },
  embedOrigins: {
    create: 'createEmbedOrigin',
    list: 'listEmbedOrigins',
    delete: 'deleteEmbedOrigin',
  },
  payouts: {
    create: 'createPayout',
    createBatch: 'createPayouts',
    get: 'getPayout',
    update: 'updatePayout',
    list: 'listPayouts',
  },
  withdrawals: {
    create: 'createWithdrawal',
    get: 'getWithdrawal',
    update: 'updateWithdrawal',
    list: 'listWithdrawals',
  },
  p2p: {
    create: 'createP2p',
    commit: 'commitP2p',
    get: 'getP2p',
    update: 'updateP2p',
    list: 'listP2p',
  },
  contracts: {
    create: 'createContract',
    get: 'getContract',
    list: 'listContracts',
    delete: 'deleteContract',
    preview: 'previewDeposit',
    listActivity: 'listContractActivity',
    listSplits: 'listSplits',
  },
  buyers: {
    create: 'createBuyer',
    get: 'getBuyer',
    getByExternalId: 'getBuyerByExternalId',
    update: 'updateBuyer',
    list: 'listBuyers',
    listPurchases: 'listPurchasesOfBuyer',
  },
  purchases: {
    create: 'createPurchase',
    commit: 'commitPurchase',
    get: 'getPurchase',
    update: 'updatePurchase',
    list: 'listPurchases',
    refund: 'createRefund',
    listRefunds: 'listRefunds',
    getRefund: 'getRefund',
  },
  webhooks: {
    create: 'createWebhook',
    get: 'getWebhook',
    list: 'listWebhooks',
    update: 'updateWebhook',
    delete: 'deleteWebhook',
    getSecret: 'getWebhookSecret',
    rotateSecret: 'rotateWebhookSecret',
    listDeliveries: 'listDeliveries',
    getDelivery: 'getDelivery',
    redeliver: 'redeliver',
    recover: 'recoverWebhook',
    test: 'testWebhook',
  },
  approvals: {
    get: 'getApproval',
    list: 'listApprovals',
    listPayouts: 'listPayoutsOfApproval',
    approve: 'approveApproval',
    reject: 'rejectApproval',
  },
  alerts: {
    get: 'getAlert',
    list: 'listAlerts',
  },
  events: {
    list: 'listEvents',
  },
  auditLog: {
    list: 'listAuditEntries',
  },
  requestLog: {
    list: 'listRequests',
  },
  sandbox: {
    getClock: 'getClock',
    advanceClock: 'advanceClock',
    connect: 'simulateConnect',
    setPermissions: 'simulatePermissions',
    expireIdempotencyKey: 'simulateIdempotencyExpiry',
    deposit: 'simulateDeposit',
    card: 'simulateCard',
    contract: 'simulateContract',
    returnPayout: 'simulatePayoutReturn',
    failPayout: 'simulatePayoutError',
    withdraw: 'simulateWithdrawal',
    setBankAccount: 'simulateBankAccount',
    returnWithdrawal: 'simulateWithdrawalReturn',
    failWithdrawal: 'simulateWithdrawalError',
    fraudAlert: 'simulateFraudAlert',
    chargeback: 'simulateChargeback',
    dispute: 'simulateDispute',
    fund: 'simulateFunding',
    takeBackFunds: 'simulateFundingReturn',
    listMessages: 'listMessages',
  },
} as const satisfies Table
