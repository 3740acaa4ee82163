// Generated from the API document by `npm run sdk`. Do not edit.

export interface Field {
  readonly name: string
  readonly type: 'text' | 'number' | 'boolean' | 'list' | 'json'
  readonly does: string
  readonly in: 'body' | 'query'
  readonly isRequired?: true
  readonly values?: readonly string[]
}

export interface Described {
  readonly summary: string
  readonly params: readonly string[]
  readonly answers: 'one' | 'pages' | 'positions'
  readonly fields: readonly Field[]
}

export const DESCRIBED: Readonly<Record<string, Described>> = {
  "getEnterprise": {
    "summary": "Read your enterprise",
    "params": [],
    "answers": "one",
    "fields": []
  },
  "createAccountConnection": {
    "summary": "Create an account connection",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "first_name",
        "type": "text",
        "does": "Legal first name.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "last_name",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "email",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "requested_permissions",
        "type": "list",
        "does": "`payment.credit`: deposit to the creator.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "verification_prompt",
        "type": "text",
        "does": "Shown to the creator.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "verification_answer",
        "type": "text",
        "does": "Compared ignoring letter case and surrounding white space.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "external_id",
        "type": "text",
        "does": "Your own id; unique, stable, not sensitive.",
        "in": "body"
      },
      {
        "name": "business_name",
        "type": "text",
        "does": "Null is the same as absent.",
        "in": "body"
      },
      {
        "name": "display_name",
        "type": "text",
        "does": "Visible to the creator.",
        "in": "body"
      },
      {
        "name": "legacy_payout_method",
        "type": "json",
        "does": "An existing bank account to migrate.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body"
      }
    ]
  },
  "listAccountConnections": {
    "summary": "List account connections",
    "params": [],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "status",
        "type": "text",
        "does": "",
        "in": "query",
        "values": [
          "created",
          "pending",
          "active",
          "deleted"
        ]
      },
      {
        "name": "external_id",
        "type": "text",
        "does": "",
        "in": "query"
      }
    ]
  },
  "getAccountConnection": {
    "summary": "Read an account connection",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "updateAccountConnection": {
    "summary": "Change an account connection",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": [
      {
        "name": "status",
        "type": "text",
        "does": "Deactivates the connection for good.",
        "in": "body",
        "values": [
          "deleted"
        ]
      },
      {
        "name": "first_name",
        "type": "text",
        "does": "Legal first name.",
        "in": "body"
      },
      {
        "name": "last_name",
        "type": "text",
        "does": "",
        "in": "body"
      },
      {
        "name": "email",
        "type": "text",
        "does": "",
        "in": "body"
      },
      {
        "name": "requested_permissions",
        "type": "list",
        "does": "`payment.credit`: deposit to the creator.",
        "in": "body"
      },
      {
        "name": "verification_prompt",
        "type": "text",
        "does": "Shown to the creator.",
        "in": "body"
      },
      {
        "name": "verification_answer",
        "type": "text",
        "does": "Compared ignoring letter case and surrounding white space.",
        "in": "body"
      },
      {
        "name": "external_id",
        "type": "text",
        "does": "Your own id; unique, stable, not sensitive.",
        "in": "body"
      },
      {
        "name": "business_name",
        "type": "text",
        "does": "Null clears it.",
        "in": "body"
      },
      {
        "name": "display_name",
        "type": "text",
        "does": "Visible to the creator.",
        "in": "body"
      },
      {
        "name": "legacy_payout_method",
        "type": "json",
        "does": "An existing bank account to migrate.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body"
      }
    ]
  },
  "getAccountConnectionByExternalId": {
    "summary": "Read an account connection by your own id",
    "params": [
      "external_id"
    ],
    "answers": "one",
    "fields": []
  },
  "createPayout": {
    "summary": "Pay a creator",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "account_connection",
        "type": "text",
        "does": "Whom to pay.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "amount_in_cents",
        "type": "number",
        "does": "",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "description",
        "type": "text",
        "does": "Visible to the creator.",
        "in": "body"
      },
      {
        "name": "date",
        "type": "text",
        "does": "Schedules the payout; without it, or in the past, it goes at once.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body"
      }
    ]
  },
  "listPayouts": {
    "summary": "List payouts",
    "params": [],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "status",
        "type": "text",
        "does": "",
        "in": "query",
        "values": [
          "created",
          "ready",
          "pending",
          "sent",
          "error",
          "returned",
          "canceled"
        ]
      }
    ]
  },
  "createPayouts": {
    "summary": "Pay many creators",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "payouts",
        "type": "json",
        "does": "",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "getPayout": {
    "summary": "Read a payout",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "updatePayout": {
    "summary": "Cancel, reschedule or describe a payout",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": [
      {
        "name": "status",
        "type": "text",
        "does": "Takes effect only in `ready`; otherwise nothing changes.",
        "in": "body",
        "values": [
          "canceled"
        ]
      },
      {
        "name": "description",
        "type": "text",
        "does": "Visible to the creator.",
        "in": "body"
      },
      {
        "name": "date",
        "type": "text",
        "does": "Reschedules; only in `ready`, and not while canceling: otherwise 409.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body"
      }
    ]
  },
  "listPayoutsOfConnection": {
    "summary": "List payouts to a connection",
    "params": [
      "id"
    ],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "status",
        "type": "text",
        "does": "",
        "in": "query",
        "values": [
          "created",
          "ready",
          "pending",
          "sent",
          "error",
          "returned",
          "canceled"
        ]
      }
    ]
  },
  "createConnectLink": {
    "summary": "Create a Connect link",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "account_connection",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "return_url",
        "type": "text",
        "does": "Where the creator goes afterwards.",
        "in": "body"
      }
    ]
  },
  "createConnectInvite": {
    "summary": "Create a Connect invite",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "account_connection",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "send_email",
        "type": "boolean",
        "does": "False: no e-mail; send the `url` yourself.",
        "in": "body"
      }
    ]
  },
  "createEmbedOrigin": {
    "summary": "Allow an origin to embed",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "origin",
        "type": "text",
        "does": "Scheme, host and port.",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "listEmbedOrigins": {
    "summary": "List the origins that may embed",
    "params": [],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      }
    ]
  },
  "deleteEmbedOrigin": {
    "summary": "Forbid an origin to embed",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "createBuyer": {
    "summary": "Create a buyer",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "first_name",
        "type": "text",
        "does": "Null is the same as absent.",
        "in": "body"
      },
      {
        "name": "last_name",
        "type": "text",
        "does": "Null is the same as absent.",
        "in": "body"
      },
      {
        "name": "email",
        "type": "text",
        "does": "Null is the same as absent.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body"
      },
      {
        "name": "external_id",
        "type": "text",
        "does": "Your own id; unique, stable, not sensitive.",
        "in": "body"
      },
      {
        "name": "payment_instrument_id",
        "type": "text",
        "does": "An instrument that the card processor has already, of a customer you migrate.",
        "in": "body"
      }
    ]
  },
  "listBuyers": {
    "summary": "List buyers",
    "params": [],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "external_id",
        "type": "text",
        "does": "",
        "in": "query"
      }
    ]
  },
  "getBuyer": {
    "summary": "Read a buyer",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "updateBuyer": {
    "summary": "Change a buyer",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": [
      {
        "name": "first_name",
        "type": "text",
        "does": "Null clears it.",
        "in": "body"
      },
      {
        "name": "last_name",
        "type": "text",
        "does": "Null clears it.",
        "in": "body"
      },
      {
        "name": "email",
        "type": "text",
        "does": "Null clears it.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body"
      },
      {
        "name": "external_id",
        "type": "text",
        "does": "Your own id; unique, stable, not sensitive.",
        "in": "body"
      }
    ]
  },
  "getBuyerByExternalId": {
    "summary": "Read a buyer by your own id",
    "params": [
      "external_id"
    ],
    "answers": "one",
    "fields": []
  },
  "createPurchase": {
    "summary": "Create a purchase",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "buyer",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "items",
        "type": "json",
        "does": "Everything that is paid for, tax and shipping too.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "auto_refund_on_fraud",
        "type": "boolean",
        "does": "Whether a fraud alert on the card within the fraud refund window refunds the purchase by itself.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body"
      }
    ]
  },
  "listPurchases": {
    "summary": "List purchases",
    "params": [],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "status",
        "type": "text",
        "does": "",
        "in": "query",
        "values": [
          "created",
          "pending",
          "settling",
          "completed",
          "error",
          "canceled",
          "refunded",
          "reversed"
        ]
      }
    ]
  },
  "commitPurchase": {
    "summary": "Charge the buyer's card",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "getPurchase": {
    "summary": "Read a purchase",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "updatePurchase": {
    "summary": "Cancel, complete or refund a purchase",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": [
      {
        "name": "status",
        "type": "text",
        "does": "",
        "in": "body",
        "values": [
          "canceled",
          "completed",
          "refunded"
        ]
      },
      {
        "name": "auto_refund_on_fraud",
        "type": "boolean",
        "does": "",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body"
      }
    ]
  },
  "listPurchasesOfBuyer": {
    "summary": "List purchases of a buyer",
    "params": [
      "id"
    ],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "status",
        "type": "text",
        "does": "",
        "in": "query",
        "values": [
          "created",
          "pending",
          "settling",
          "completed",
          "error",
          "canceled",
          "refunded",
          "reversed"
        ]
      }
    ]
  },
  "createP2p": {
    "summary": "Ask for a payment from one creator to another",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "source",
        "type": "text",
        "does": "The connection that sends.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "destination",
        "type": "text",
        "does": "The connection that receives; of another creator.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "amount_in_cents",
        "type": "number",
        "does": "",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "description",
        "type": "text",
        "does": "Default: `Payment from {source name} to {destination name}`.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body"
      }
    ]
  },
  "listP2p": {
    "summary": "List P2P payments",
    "params": [],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "status",
        "type": "text",
        "does": "",
        "in": "query",
        "values": [
          "created",
          "pending",
          "sent",
          "error",
          "expired"
        ]
      }
    ]
  },
  "commitP2p": {
    "summary": "Commit a P2P payment with its code",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": [
      {
        "name": "code",
        "type": "text",
        "does": "The code that was sent to the source's mobile.",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "getP2p": {
    "summary": "Read a P2P payment",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "updateP2p": {
    "summary": "Change the `user_data` of a P2P payment",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": [
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body"
      }
    ]
  },
  "listP2pOfConnection": {
    "summary": "List P2P payments to or from a connection",
    "params": [
      "id"
    ],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "status",
        "type": "text",
        "does": "",
        "in": "query",
        "values": [
          "created",
          "pending",
          "sent",
          "error",
          "expired"
        ]
      }
    ]
  },
  "listP2pBetweenConnections": {
    "summary": "List P2P payments between two connections",
    "params": [
      "id",
      "peer_id"
    ],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "status",
        "type": "text",
        "does": "",
        "in": "query",
        "values": [
          "created",
          "pending",
          "sent",
          "error",
          "expired"
        ]
      }
    ]
  },
  "createContract": {
    "summary": "Ask a creator for a deposit split",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "account_connection",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "type",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true,
        "values": [
          "deposit_split"
        ]
      },
      {
        "name": "deposit_source",
        "type": "text",
        "does": "Which deposits are split.",
        "in": "body",
        "isRequired": true,
        "values": [
          "music_distribution",
          "video_ads",
          "live_streaming"
        ]
      },
      {
        "name": "split_percent_amount",
        "type": "number",
        "does": "Share of each deposit, with up to four decimals.",
        "in": "body"
      },
      {
        "name": "split_fixed_amount_in_cents",
        "type": "number",
        "does": "The same amount of each deposit.",
        "in": "body"
      },
      {
        "name": "split_amount_max_in_cents",
        "type": "number",
        "does": "The most that one deposit is split by.",
        "in": "body"
      },
      {
        "name": "deposit_minimum_in_cents",
        "type": "number",
        "does": "Smaller deposits are not split.",
        "in": "body"
      },
      {
        "name": "deposit_maximum_in_cents",
        "type": "number",
        "does": "Larger deposits are not split.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body"
      }
    ]
  },
  "listContracts": {
    "summary": "List contracts",
    "params": [],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "status",
        "type": "text",
        "does": "",
        "in": "query",
        "values": [
          "created",
          "active",
          "declined",
          "terminated",
          "expired"
        ]
      }
    ]
  },
  "deleteContract": {
    "summary": "Terminate a contract",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "getContract": {
    "summary": "Read a contract",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "previewDeposit": {
    "summary": "See how a deposit would be split",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "account_connection",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "deposit_source",
        "type": "text",
        "does": "Which deposits are split.",
        "in": "body",
        "isRequired": true,
        "values": [
          "music_distribution",
          "video_ads",
          "live_streaming"
        ]
      },
      {
        "name": "amount_in_cents",
        "type": "number",
        "does": "",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "listContractActivity": {
    "summary": "List what happened to a contract",
    "params": [
      "id"
    ],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      }
    ]
  },
  "listSplits": {
    "summary": "List what a contract has split off",
    "params": [
      "id"
    ],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      }
    ]
  },
  "listContractsOfConnection": {
    "summary": "List contracts of a connection",
    "params": [
      "id"
    ],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "status",
        "type": "text",
        "does": "",
        "in": "query",
        "values": [
          "created",
          "active",
          "declined",
          "terminated",
          "expired"
        ]
      }
    ]
  },
  "listEvents": {
    "summary": "Read what changed",
    "params": [],
    "answers": "positions",
    "fields": [
      {
        "name": "after",
        "type": "text",
        "does": "Where to go on: the position or the id of the last event you have.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "`newest`: the last ones first, and `after` goes on backwards.",
        "in": "query",
        "values": [
          "oldest",
          "newest"
        ]
      },
      {
        "name": "type",
        "type": "text",
        "does": "",
        "in": "query",
        "values": [
          "account_connection.update",
          "payout.update",
          "buyer.update",
          "purchase.update",
          "contract.update"
        ]
      },
      {
        "name": "resource",
        "type": "text",
        "does": "Events of this resource only.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      }
    ]
  },
  "listAuditEntries": {
    "summary": "Follow the audit log",
    "params": [],
    "answers": "positions",
    "fields": [
      {
        "name": "after",
        "type": "number",
        "does": "Where to go on: `next_after` of the answer before.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      }
    ]
  },
  "listRequests": {
    "summary": "Read your own requests",
    "params": [],
    "answers": "positions",
    "fields": [
      {
        "name": "after",
        "type": "text",
        "does": "Where to go on: `next_after` of the answer before.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which come first.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "status",
        "type": "text",
        "does": "Like `404` or `4xx`.",
        "in": "query"
      },
      {
        "name": "method",
        "type": "text",
        "does": "",
        "in": "query",
        "values": [
          "GET",
          "POST",
          "PUT",
          "DELETE"
        ]
      },
      {
        "name": "include",
        "type": "text",
        "does": "What was sent and answered, too.",
        "in": "query",
        "values": [
          "bodies"
        ]
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      }
    ]
  },
  "createWebhook": {
    "summary": "Create a webhook",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "url",
        "type": "text",
        "does": "Receives the notifications.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "event",
        "type": "text",
        "does": "One webhook per event.",
        "in": "body",
        "isRequired": true,
        "values": [
          "account_connection.update",
          "payout.update",
          "buyer.update",
          "purchase.update",
          "contract.update"
        ]
      },
      {
        "name": "basic_user",
        "type": "text",
        "does": "User name of the Basic header sent along; never returned.",
        "in": "body"
      },
      {
        "name": "basic_secret",
        "type": "text",
        "does": "Password of the Basic header sent along; never returned.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body"
      }
    ]
  },
  "listWebhooks": {
    "summary": "List webhooks",
    "params": [],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "status",
        "type": "text",
        "does": "",
        "in": "query",
        "values": [
          "enabled",
          "disabled"
        ]
      }
    ]
  },
  "getWebhook": {
    "summary": "Read a webhook",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "deleteWebhook": {
    "summary": "Delete a webhook",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "getWebhookSecret": {
    "summary": "Read the signing secret",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "rotateWebhookSecret": {
    "summary": "Replace the signing secret",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "listDeliveries": {
    "summary": "List the deliveries of a webhook",
    "params": [
      "id"
    ],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "status",
        "type": "text",
        "does": "",
        "in": "query",
        "values": [
          "queued",
          "sending",
          "delivered",
          "dead"
        ]
      }
    ]
  },
  "getDelivery": {
    "summary": "Read a delivery",
    "params": [
      "id",
      "delivery_id"
    ],
    "answers": "one",
    "fields": []
  },
  "redeliver": {
    "summary": "Send a delivery again",
    "params": [
      "id",
      "delivery_id"
    ],
    "answers": "one",
    "fields": []
  },
  "recoverWebhook": {
    "summary": "Send everything again that was not delivered",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": [
      {
        "name": "since",
        "type": "text",
        "does": "Everything from then on that was not delivered.",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "testWebhook": {
    "summary": "Send a test notification",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "getClock": {
    "summary": "Read the clock",
    "params": [],
    "answers": "one",
    "fields": []
  },
  "advanceClock": {
    "summary": "Advance the clock",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "seconds",
        "type": "number",
        "does": "",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "simulateConnect": {
    "summary": "Do what a creator does in Connect",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "account_connection",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "type",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true,
        "values": [
          "direct",
          "ach",
          "wallet"
        ]
      },
      {
        "name": "outcome",
        "type": "text",
        "does": "",
        "in": "body",
        "values": [
          "approved",
          "review",
          "rejected"
        ]
      }
    ]
  },
  "simulatePayoutReturn": {
    "summary": "Let the bank return a payout",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "payout",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "code",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true,
        "values": [
          "R01",
          "R02",
          "R03",
          "R04",
          "R05",
          "R06",
          "R07",
          "R08",
          "R09",
          "R10",
          "R11",
          "R12",
          "R13",
          "R14",
          "R15",
          "R16",
          "R17",
          "R18",
          "R19",
          "R20",
          "R21",
          "R22",
          "R23",
          "R24",
          "R25",
          "R26",
          "R27",
          "R28",
          "R29",
          "R30",
          "R31",
          "R32",
          "R33",
          "R34",
          "R35",
          "R36",
          "R37",
          "R38",
          "R39",
          "R40",
          "R41",
          "R42",
          "R43",
          "R44",
          "R45",
          "R46",
          "R47",
          "R50",
          "R51",
          "R52",
          "R53",
          "R61",
          "R62",
          "R67",
          "R68",
          "R69",
          "R70",
          "R71",
          "R72",
          "R73",
          "R74",
          "R75",
          "R76",
          "R77",
          "R80",
          "R81",
          "R82",
          "R83",
          "R84",
          "R85"
        ]
      }
    ]
  },
  "simulatePayoutError": {
    "summary": "Let a payout fail",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "payout",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "simulateCard": {
    "summary": "Do what a buyer does in the card form",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "buyer",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "number",
        "type": "text",
        "does": "A test card.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "expiration_month",
        "type": "number",
        "does": "",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "expiration_year",
        "type": "number",
        "does": "",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "simulateFraudAlert": {
    "summary": "Let the card network warn of fraud",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "purchase",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "simulateChargeback": {
    "summary": "Let the buyer's bank take the money back",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "purchase",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "simulateContract": {
    "summary": "Answer a contract as the creator",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "contract",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "decision",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true,
        "values": [
          "accept",
          "decline"
        ]
      }
    ]
  },
  "simulateDeposit": {
    "summary": "Let a deposit arrive at a creator's account",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "account_connection",
        "type": "text",
        "does": "",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "deposit_source",
        "type": "text",
        "does": "Which deposits are split.",
        "in": "body",
        "isRequired": true,
        "values": [
          "music_distribution",
          "video_ads",
          "live_streaming"
        ]
      },
      {
        "name": "amount_in_cents",
        "type": "number",
        "does": "",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "simulateFunding": {
    "summary": "Top the operating account up",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "amount_in_cents",
        "type": "number",
        "does": "",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "listMessages": {
    "summary": "Read every e-mail and SMS",
    "params": [],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, newest first.",
        "in": "query"
      },
      {
        "name": "page_size",
        "type": "number",
        "does": "Entries per page.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "",
        "in": "query"
      },
      {
        "name": "status",
        "type": "text",
        "does": "",
        "in": "query",
        "values": [
          "queued",
          "delivered",
          "captured",
          "suppressed",
          "failed"
        ]
      }
    ]
  }
}
