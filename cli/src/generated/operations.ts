// Generated from the API document by `npm run sdk`. Do not edit.

export interface Field {
  readonly name: string
  readonly type: 'text' | 'number' | 'boolean' | 'list' | 'json'
  readonly does: string
  readonly in: 'body' | 'query'
  readonly isRequired?: true
  readonly values?: readonly string[]
  /** JSON Schema of a value that is an object, or a list of objects. */
  readonly schema?: object
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
        "does": "Legal last name.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "email",
        "type": "text",
        "does": "Where you reach the creator; need not be that of the creator’s login.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "requested_permissions",
        "type": "list",
        "does": "What you ask the creator for, each at most once.",
        "in": "body",
        "isRequired": true,
        "values": [
          "payment.credit",
          "payment.debit"
        ]
      },
      {
        "name": "verification_prompt",
        "type": "text",
        "does": "A question only the creator can answer.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "verification_answer",
        "type": "text",
        "does": "The answer to the prompt.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "external_id",
        "type": "text",
        "does": "Your own id of the creator: stable, not sensitive, and unique among your account connections (409 `external_id_taken`).",
        "in": "body"
      },
      {
        "name": "business_name",
        "type": "text",
        "does": "Legal name of the creator’s business.",
        "in": "body"
      },
      {
        "name": "display_name",
        "type": "text",
        "does": "What the creator is called; visible to the creator.",
        "in": "body"
      },
      {
        "name": "legacy_payout_method",
        "type": "json",
        "does": "An existing bank account to migrate: it grants `payment.credit`, which must be requested, and makes the connection payable at once, with `type` `ach`.",
        "in": "body",
        "schema": {
          "type": "object",
          "required": [
            "type",
            "name_on_account",
            "account_number",
            "routing_number",
            "account_type",
            "first_name",
            "last_name",
            "street_line_1",
            "city",
            "state_abbreviation",
            "postal_code",
            "ssn"
          ],
          "properties": {
            "type": {
              "type": "string",
              "description": "Always `ach`.",
              "enum": [
                "ach"
              ]
            },
            "name_on_account": {
              "type": "string",
              "description": "The holder, as the bank knows them."
            },
            "account_number": {
              "type": "string",
              "description": "Digits, letters or hyphens, with at least one digit."
            },
            "routing_number": {
              "type": "string",
              "description": "Nine digits with a valid check digit: 3, 7 and 1 times its digits in turn add up to a multiple of 10."
            },
            "account_type": {
              "type": "string",
              "description": "The kind of bank account.",
              "enum": [
                "checking",
                "savings"
              ]
            },
            "first_name": {
              "type": "string",
              "description": "The holder’s legal first name, for tax purposes."
            },
            "last_name": {
              "type": "string",
              "description": "The holder’s legal last name, for tax purposes."
            },
            "street_line_1": {
              "type": "string",
              "description": "The holder’s street and number."
            },
            "street_line_2": {
              "type": "string",
              "description": "Apartment, suite or unit."
            },
            "city": {
              "type": "string",
              "description": "The holder’s city."
            },
            "state_abbreviation": {
              "type": "string",
              "description": "The two capital letters of a US state, the District of Columbia, a territory or a military address."
            },
            "postal_code": {
              "type": "string",
              "description": "Exactly five digits."
            },
            "ssn": {
              "type": "string",
              "description": "The holder’s social security number, nine digits with dashes."
            }
          }
        }
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body",
        "schema": {
          "type": [
            "object",
            "null"
          ]
        }
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "updated_after",
        "type": "text",
        "does": "Only changed after this moment.",
        "in": "query"
      },
      {
        "name": "updated_before",
        "type": "text",
        "does": "Only last changed before this moment.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several: `status=created&status=pending`, or with a comma.",
        "in": "query",
        "values": [
          "created",
          "pending",
          "active",
          "deleted"
        ]
      },
      {
        "name": "type",
        "type": "list",
        "does": "Only with this type, or one of several.",
        "in": "query",
        "values": [
          "direct",
          "ach",
          "wallet"
        ]
      },
      {
        "name": "external_id",
        "type": "text",
        "does": "Only with this id of yours.",
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
        "does": "Legal last name.",
        "in": "body"
      },
      {
        "name": "email",
        "type": "text",
        "does": "Where you reach the creator; need not be that of the creator’s login.",
        "in": "body"
      },
      {
        "name": "requested_permissions",
        "type": "list",
        "does": "What you ask the creator for, each at most once.",
        "in": "body",
        "values": [
          "payment.credit",
          "payment.debit"
        ]
      },
      {
        "name": "verification_prompt",
        "type": "text",
        "does": "A question only the creator can answer.",
        "in": "body"
      },
      {
        "name": "verification_answer",
        "type": "text",
        "does": "The answer to the prompt.",
        "in": "body"
      },
      {
        "name": "external_id",
        "type": "text",
        "does": "Your own id of the creator: stable, not sensitive, and unique among your account connections (409 `external_id_taken`).",
        "in": "body"
      },
      {
        "name": "business_name",
        "type": "text",
        "does": "Legal name of the creator’s business.",
        "in": "body"
      },
      {
        "name": "display_name",
        "type": "text",
        "does": "What the creator is called; visible to the creator.",
        "in": "body"
      },
      {
        "name": "legacy_payout_method",
        "type": "json",
        "does": "An existing bank account to migrate: it grants `payment.credit`, which must be requested, and makes the connection payable at once, with `type` `ach`.",
        "in": "body",
        "schema": {
          "type": "object",
          "required": [
            "type",
            "name_on_account",
            "account_number",
            "routing_number",
            "account_type",
            "first_name",
            "last_name",
            "street_line_1",
            "city",
            "state_abbreviation",
            "postal_code",
            "ssn"
          ],
          "properties": {
            "type": {
              "type": "string",
              "description": "Always `ach`.",
              "enum": [
                "ach"
              ]
            },
            "name_on_account": {
              "type": "string",
              "description": "The holder, as the bank knows them."
            },
            "account_number": {
              "type": "string",
              "description": "Digits, letters or hyphens, with at least one digit."
            },
            "routing_number": {
              "type": "string",
              "description": "Nine digits with a valid check digit: 3, 7 and 1 times its digits in turn add up to a multiple of 10."
            },
            "account_type": {
              "type": "string",
              "description": "The kind of bank account.",
              "enum": [
                "checking",
                "savings"
              ]
            },
            "first_name": {
              "type": "string",
              "description": "The holder’s legal first name, for tax purposes."
            },
            "last_name": {
              "type": "string",
              "description": "The holder’s legal last name, for tax purposes."
            },
            "street_line_1": {
              "type": "string",
              "description": "The holder’s street and number."
            },
            "street_line_2": {
              "type": "string",
              "description": "Apartment, suite or unit."
            },
            "city": {
              "type": "string",
              "description": "The holder’s city."
            },
            "state_abbreviation": {
              "type": "string",
              "description": "The two capital letters of a US state, the District of Columbia, a territory or a military address."
            },
            "postal_code": {
              "type": "string",
              "description": "Exactly five digits."
            },
            "ssn": {
              "type": "string",
              "description": "The holder’s social security number, nine digits with dashes."
            }
          }
        }
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body",
        "schema": {
          "type": [
            "object",
            "null"
          ]
        }
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
        "does": "The id of the connection to pay.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "amount_in_cents",
        "type": "number",
        "does": "What the creator gets, in cents; the fee is charged beside it.",
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
        "in": "body",
        "schema": {
          "type": [
            "object",
            "null"
          ]
        }
      },
      {
        "name": "dry_run",
        "type": "boolean",
        "does": "With `true` nothing is created: the answer is 200, with the body that the call would give now; see **Dry run** above.",
        "in": "query"
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "updated_after",
        "type": "text",
        "does": "Only changed after this moment.",
        "in": "query"
      },
      {
        "name": "updated_before",
        "type": "text",
        "does": "Only last changed before this moment.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several: `status=created&status=ready`, or with a comma.",
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
      },
      {
        "name": "amount_min_in_cents",
        "type": "number",
        "does": "Only from this amount on, itself included.",
        "in": "query"
      },
      {
        "name": "amount_max_in_cents",
        "type": "number",
        "does": "Only up to this amount, itself included.",
        "in": "query"
      },
      {
        "name": "type",
        "type": "list",
        "does": "Only with this type, or one of several.",
        "in": "query",
        "values": [
          "direct",
          "ach",
          "wallet",
          "unclaimed"
        ]
      },
      {
        "name": "account_connection",
        "type": "text",
        "does": "Only to this connection.",
        "in": "query"
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
        "does": "The payouts to create, all or none of them.",
        "in": "body",
        "isRequired": true,
        "schema": {
          "type": "array",
          "items": {
            "type": "object",
            "required": [
              "account_connection",
              "amount_in_cents"
            ],
            "properties": {
              "account_connection": {
                "type": "string",
                "description": "The id of the connection to pay."
              },
              "amount_in_cents": {
                "type": "integer",
                "description": "What the creator gets, in cents; the fee is charged beside it."
              },
              "description": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Visible to the creator."
              },
              "date": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Schedules the payout; without it, or in the past, it goes at once."
              },
              "user_data": {
                "type": [
                  "object",
                  "null"
                ],
                "description": "Any JSON object under 1 KB when serialized."
              }
            }
          }
        }
      },
      {
        "name": "dry_run",
        "type": "boolean",
        "does": "With `true` nothing is created: the answer is 200, with the body that the call would give now; see **Dry run** above.",
        "in": "query"
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
        "in": "body",
        "schema": {
          "type": [
            "object",
            "null"
          ]
        }
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "updated_after",
        "type": "text",
        "does": "Only changed after this moment.",
        "in": "query"
      },
      {
        "name": "updated_before",
        "type": "text",
        "does": "Only last changed before this moment.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several: `status=created&status=ready`, or with a comma.",
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
      },
      {
        "name": "amount_min_in_cents",
        "type": "number",
        "does": "Only from this amount on, itself included.",
        "in": "query"
      },
      {
        "name": "amount_max_in_cents",
        "type": "number",
        "does": "Only up to this amount, itself included.",
        "in": "query"
      },
      {
        "name": "type",
        "type": "list",
        "does": "Only with this type, or one of several.",
        "in": "query",
        "values": [
          "direct",
          "ach",
          "wallet",
          "unclaimed"
        ]
      }
    ]
  },
  "listPayoutsOfApproval": {
    "summary": "List the payouts that an approval is about",
    "params": [
      "id"
    ],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, counted from what comes first.",
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
        "does": "Only those created after this time.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only those created before this time.",
        "in": "query"
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
        "does": "The id of the connection to onboard, or to edit once it is active.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "return_url",
        "type": "text",
        "does": "Where the creator goes afterwards: an http or https URL without credentials; https in production.",
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
        "does": "The id of the connection to onboard, or to edit once it is active.",
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
        "does": "Scheme, a host name or address as URLs have it and, unless it is the default, port; no path, wildcard or credentials.",
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only those created after this time.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only those created before this time.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
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
        "does": "The buyer’s first name, for the receipt.",
        "in": "body"
      },
      {
        "name": "last_name",
        "type": "text",
        "does": "The buyer’s last name, for the receipt.",
        "in": "body"
      },
      {
        "name": "email",
        "type": "text",
        "does": "The buyer’s e-mail address, for the receipt: letters, digits and `!#$%&'*+/=?^_{|}~-` with single dots between, at most 64 characters, then `@` and a domain with a dot.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body",
        "schema": {
          "type": [
            "object",
            "null"
          ]
        }
      },
      {
        "name": "external_id",
        "type": "text",
        "does": "Your own id of the buyer: stable, not sensitive, and unique among your buyers (409 `external_id_taken`).",
        "in": "body"
      },
      {
        "name": "payment_instrument_id",
        "type": "text",
        "does": "An instrument that the card processor has already, of a customer you migrate; one that it does not know is 400.",
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "updated_after",
        "type": "text",
        "does": "Only changed after this moment.",
        "in": "query"
      },
      {
        "name": "updated_before",
        "type": "text",
        "does": "Only last changed before this moment.",
        "in": "query"
      },
      {
        "name": "external_id",
        "type": "text",
        "does": "Only with this id of yours.",
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
        "does": "The buyer’s first name, for the receipt.",
        "in": "body"
      },
      {
        "name": "last_name",
        "type": "text",
        "does": "The buyer’s last name, for the receipt.",
        "in": "body"
      },
      {
        "name": "email",
        "type": "text",
        "does": "The buyer’s e-mail address, for the receipt: letters, digits and `!#$%&'*+/=?^_{|}~-` with single dots between, at most 64 characters, then `@` and a domain with a dot.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body",
        "schema": {
          "type": [
            "object",
            "null"
          ]
        }
      },
      {
        "name": "external_id",
        "type": "text",
        "does": "Your own id of the buyer: stable, not sensitive, and unique among your buyers (409 `external_id_taken`).",
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
        "does": "The id of the buyer who pays.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "items",
        "type": "json",
        "does": "Everything that is paid for: add tax and shipping as items of their own.",
        "in": "body",
        "isRequired": true,
        "schema": {
          "type": "array",
          "items": {
            "type": "object",
            "required": [
              "name",
              "amount_in_cents"
            ],
            "properties": {
              "name": {
                "type": "string",
                "description": "What the buyer reads on the receipt."
              },
              "description": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "More about it, for the receipt."
              },
              "amount_in_cents": {
                "type": "integer",
                "description": "The price of one piece, in cents; negative for a discount."
              },
              "quantity": {
                "type": [
                  "integer",
                  "null"
                ],
                "description": "How many pieces."
              }
            }
          }
        }
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
        "in": "body",
        "schema": {
          "type": [
            "object",
            "null"
          ]
        }
      },
      {
        "name": "dry_run",
        "type": "boolean",
        "does": "With `true` nothing is created: the answer is 200, with the body that the call would give now; see **Dry run** above.",
        "in": "query"
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "updated_after",
        "type": "text",
        "does": "Only changed after this moment.",
        "in": "query"
      },
      {
        "name": "updated_before",
        "type": "text",
        "does": "Only last changed before this moment.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several: `status=created&status=pending`, or with a comma.",
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
      },
      {
        "name": "amount_min_in_cents",
        "type": "number",
        "does": "Only from this amount on, itself included.",
        "in": "query"
      },
      {
        "name": "amount_max_in_cents",
        "type": "number",
        "does": "Only up to this amount, itself included.",
        "in": "query"
      },
      {
        "name": "buyer",
        "type": "text",
        "does": "Only of this buyer.",
        "in": "query"
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
        "does": "From every status that is not final; the same one again changes nothing.",
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
        "does": "Whether a fraud alert from now on refunds the purchase by itself.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body",
        "schema": {
          "type": [
            "object",
            "null"
          ]
        }
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "updated_after",
        "type": "text",
        "does": "Only changed after this moment.",
        "in": "query"
      },
      {
        "name": "updated_before",
        "type": "text",
        "does": "Only last changed before this moment.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several: `status=created&status=pending`, or with a comma.",
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
      },
      {
        "name": "amount_min_in_cents",
        "type": "number",
        "does": "Only from this amount on, itself included.",
        "in": "query"
      },
      {
        "name": "amount_max_in_cents",
        "type": "number",
        "does": "Only up to this amount, itself included.",
        "in": "query"
      }
    ]
  },
  "createRefund": {
    "summary": "Refund a purchase, in whole or in part",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": [
      {
        "name": "amount_in_cents",
        "type": "number",
        "does": "How much, in cents.",
        "in": "body"
      },
      {
        "name": "reason",
        "type": "text",
        "does": "Why, for your own records.",
        "in": "body"
      }
    ]
  },
  "listRefunds": {
    "summary": "List refunds of a purchase",
    "params": [
      "id"
    ],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "updated_after",
        "type": "text",
        "does": "Only changed after this moment.",
        "in": "query"
      },
      {
        "name": "updated_before",
        "type": "text",
        "does": "Only last changed before this moment.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several: `status=awaiting&status=pending`, or with a comma.",
        "in": "query",
        "values": [
          "awaiting",
          "pending",
          "succeeded",
          "failed",
          "canceled"
        ]
      },
      {
        "name": "amount_min_in_cents",
        "type": "number",
        "does": "Only from this amount on, itself included.",
        "in": "query"
      },
      {
        "name": "amount_max_in_cents",
        "type": "number",
        "does": "Only up to this amount, itself included.",
        "in": "query"
      }
    ]
  },
  "getRefund": {
    "summary": "Read a refund",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
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
        "does": "What goes from one to the other, in cents.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "description",
        "type": "text",
        "does": "What both creators read.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body",
        "schema": {
          "type": [
            "object",
            "null"
          ]
        }
      },
      {
        "name": "dry_run",
        "type": "boolean",
        "does": "With `true` nothing is created: the answer is 200, with the body that the call would give now; see **Dry run** above.",
        "in": "query"
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "updated_after",
        "type": "text",
        "does": "Only changed after this moment.",
        "in": "query"
      },
      {
        "name": "updated_before",
        "type": "text",
        "does": "Only last changed before this moment.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several: `status=created&status=pending`, or with a comma.",
        "in": "query",
        "values": [
          "created",
          "pending",
          "sent",
          "error",
          "expired"
        ]
      },
      {
        "name": "amount_min_in_cents",
        "type": "number",
        "does": "Only from this amount on, itself included.",
        "in": "query"
      },
      {
        "name": "amount_max_in_cents",
        "type": "number",
        "does": "Only up to this amount, itself included.",
        "in": "query"
      },
      {
        "name": "account_connection",
        "type": "text",
        "does": "Only to or from this connection.",
        "in": "query"
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
        "in": "body",
        "schema": {
          "type": [
            "object",
            "null"
          ]
        }
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "updated_after",
        "type": "text",
        "does": "Only changed after this moment.",
        "in": "query"
      },
      {
        "name": "updated_before",
        "type": "text",
        "does": "Only last changed before this moment.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several: `status=created&status=pending`, or with a comma.",
        "in": "query",
        "values": [
          "created",
          "pending",
          "sent",
          "error",
          "expired"
        ]
      },
      {
        "name": "amount_min_in_cents",
        "type": "number",
        "does": "Only from this amount on, itself included.",
        "in": "query"
      },
      {
        "name": "amount_max_in_cents",
        "type": "number",
        "does": "Only up to this amount, itself included.",
        "in": "query"
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "updated_after",
        "type": "text",
        "does": "Only changed after this moment.",
        "in": "query"
      },
      {
        "name": "updated_before",
        "type": "text",
        "does": "Only last changed before this moment.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several: `status=created&status=pending`, or with a comma.",
        "in": "query",
        "values": [
          "created",
          "pending",
          "sent",
          "error",
          "expired"
        ]
      },
      {
        "name": "amount_min_in_cents",
        "type": "number",
        "does": "Only from this amount on, itself included.",
        "in": "query"
      },
      {
        "name": "amount_max_in_cents",
        "type": "number",
        "does": "Only up to this amount, itself included.",
        "in": "query"
      }
    ]
  },
  "createWithdrawal": {
    "summary": "Withdraw money to your bank account",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "amount_in_cents",
        "type": "number",
        "does": "What leaves the operating account, in cents.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "description",
        "type": "text",
        "does": "For your own books.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body",
        "schema": {
          "type": [
            "object",
            "null"
          ]
        }
      }
    ]
  },
  "listWithdrawals": {
    "summary": "List withdrawals",
    "params": [],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "updated_after",
        "type": "text",
        "does": "Only changed after this moment.",
        "in": "query"
      },
      {
        "name": "updated_before",
        "type": "text",
        "does": "Only last changed before this moment.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several: `status=created&status=ready`, or with a comma.",
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
      },
      {
        "name": "amount_min_in_cents",
        "type": "number",
        "does": "Only from this amount on, itself included.",
        "in": "query"
      },
      {
        "name": "amount_max_in_cents",
        "type": "number",
        "does": "Only up to this amount, itself included.",
        "in": "query"
      }
    ]
  },
  "getWithdrawal": {
    "summary": "Read a withdrawal",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "updateWithdrawal": {
    "summary": "Cancel or describe a withdrawal",
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
        "does": "For your own books.",
        "in": "body"
      },
      {
        "name": "user_data",
        "type": "json",
        "does": "Any JSON object under 1 KB when serialized.",
        "in": "body",
        "schema": {
          "type": [
            "object",
            "null"
          ]
        }
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
        "does": "The id of the creator’s connection.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "type",
        "type": "text",
        "does": "The kind of contract.",
        "in": "body",
        "isRequired": true,
        "values": [
          "deposit_split"
        ]
      },
      {
        "name": "deposit_source",
        "type": "text",
        "does": "Where a deposit comes from.",
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
        "does": "Share of each eligible deposit in percent, with up to four decimals; rounded half down to the cent.",
        "in": "body"
      },
      {
        "name": "split_fixed_amount_in_cents",
        "type": "number",
        "does": "The same amount of each eligible deposit, in cents.",
        "in": "body"
      },
      {
        "name": "split_amount_max_in_cents",
        "type": "number",
        "does": "The most that one deposit is split by, in cents; no limit when absent.",
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
        "in": "body",
        "schema": {
          "type": [
            "object",
            "null"
          ]
        }
      },
      {
        "name": "dry_run",
        "type": "boolean",
        "does": "With `true` nothing is created: the answer is 200, with the body that the call would give now; see **Dry run** above.",
        "in": "query"
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "updated_after",
        "type": "text",
        "does": "Only changed after this moment.",
        "in": "query"
      },
      {
        "name": "updated_before",
        "type": "text",
        "does": "Only last changed before this moment.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several: `status=created&status=active`, or with a comma.",
        "in": "query",
        "values": [
          "created",
          "active",
          "declined",
          "terminated",
          "expired"
        ]
      },
      {
        "name": "deposit_source",
        "type": "list",
        "does": "Only with this source of deposits, or one of several.",
        "in": "query",
        "values": [
          "music_distribution",
          "video_ads",
          "live_streaming"
        ]
      },
      {
        "name": "account_connection",
        "type": "text",
        "does": "Only of this connection.",
        "in": "query"
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
        "does": "The id of the creator’s connection.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "deposit_source",
        "type": "text",
        "does": "Where a deposit comes from.",
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
        "does": "The amount of the deposit, in cents.",
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only those created after this time.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only those created before this time.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "amount_min_in_cents",
        "type": "number",
        "does": "Only from this amount on, itself included.",
        "in": "query"
      },
      {
        "name": "amount_max_in_cents",
        "type": "number",
        "does": "Only up to this amount, itself included.",
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "updated_after",
        "type": "text",
        "does": "Only changed after this moment.",
        "in": "query"
      },
      {
        "name": "updated_before",
        "type": "text",
        "does": "Only last changed before this moment.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several: `status=created&status=active`, or with a comma.",
        "in": "query",
        "values": [
          "created",
          "active",
          "declined",
          "terminated",
          "expired"
        ]
      },
      {
        "name": "deposit_source",
        "type": "list",
        "does": "Only with this source of deposits, or one of several.",
        "in": "query",
        "values": [
          "music_distribution",
          "video_ads",
          "live_streaming"
        ]
      }
    ]
  },
  "getApproval": {
    "summary": "Read an approval",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "listApprovals": {
    "summary": "List approvals",
    "params": [],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "updated_after",
        "type": "text",
        "does": "Only changed after this moment.",
        "in": "query"
      },
      {
        "name": "updated_before",
        "type": "text",
        "does": "Only last changed before this moment.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several: `status=awaiting&status=approved`, or with a comma.",
        "in": "query",
        "values": [
          "awaiting",
          "approved",
          "rejected",
          "expired",
          "void"
        ]
      },
      {
        "name": "amount_min_in_cents",
        "type": "number",
        "does": "Only from this amount on, itself included.",
        "in": "query"
      },
      {
        "name": "amount_max_in_cents",
        "type": "number",
        "does": "Only up to this amount, itself included.",
        "in": "query"
      }
    ]
  },
  "approveApproval": {
    "summary": "Approve",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "rejectApproval": {
    "summary": "Reject",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": [
      {
        "name": "reason",
        "type": "text",
        "does": "Why; it is shown to the one who asked.",
        "in": "body"
      }
    ]
  },
  "getLimits": {
    "summary": "Read your limits",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "account_connection",
        "type": "text",
        "does": "The connection that limits of each creator by itself are shown for.",
        "in": "query"
      }
    ]
  },
  "getAlert": {
    "summary": "Read an alert",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": []
  },
  "listAlerts": {
    "summary": "List alerts",
    "params": [],
    "answers": "pages",
    "fields": [
      {
        "name": "page",
        "type": "number",
        "does": "Page number, counted from what comes first.",
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
        "does": "Only created after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only created before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "updated_after",
        "type": "text",
        "does": "Only changed after this moment.",
        "in": "query"
      },
      {
        "name": "updated_before",
        "type": "text",
        "does": "Only last changed before this moment.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several: `status=raised&status=cleared`, or with a comma.",
        "in": "query",
        "values": [
          "raised",
          "cleared"
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
        "does": "Events of this kind only.",
        "in": "query",
        "values": [
          "account_connection.update",
          "payout.update",
          "buyer.update",
          "purchase.update",
          "contract.update",
          "approval.update",
          "withdrawal.update",
          "alert.update"
        ]
      },
      {
        "name": "event",
        "type": "text",
        "does": "The same as `type`, by the name that webhooks use.",
        "in": "query",
        "values": [
          "account_connection.update",
          "payout.update",
          "buyer.update",
          "purchase.update",
          "contract.update",
          "approval.update",
          "withdrawal.update",
          "alert.update"
        ]
      },
      {
        "name": "resource",
        "type": "text",
        "does": "Events of the resource with this id only.",
        "in": "query"
      },
      {
        "name": "created_after",
        "type": "text",
        "does": "Only of changes after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only of changes before this moment.",
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
        "does": "Only those created after this time.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only those created before this time.",
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
        "does": "Only requests of this method.",
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
        "does": "Only those created after this time.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only those created before this time.",
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
        "does": "Receives the notifications: a URL without credentials.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "event",
        "type": "text",
        "does": "What to hear of.",
        "in": "body",
        "isRequired": true,
        "values": [
          "account_connection.update",
          "payout.update",
          "buyer.update",
          "purchase.update",
          "contract.update",
          "approval.update",
          "withdrawal.update",
          "alert.update"
        ]
      },
      {
        "name": "format",
        "type": "text",
        "does": "What each call tells.",
        "in": "body",
        "values": [
          "standard",
          "full"
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
        "in": "body",
        "schema": {
          "type": [
            "object",
            "null"
          ]
        }
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only those created after this time.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only those created before this time.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several.",
        "in": "query",
        "values": [
          "enabled",
          "disabled"
        ]
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
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
  "updateWebhook": {
    "summary": "Change a webhook",
    "params": [
      "id"
    ],
    "answers": "one",
    "fields": [
      {
        "name": "url",
        "type": "text",
        "does": "As when it is created.",
        "in": "body"
      },
      {
        "name": "format",
        "type": "text",
        "does": "What each call tells.",
        "in": "body",
        "values": [
          "standard",
          "full"
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
        "in": "body",
        "schema": {
          "type": [
            "object",
            "null"
          ]
        }
      }
    ]
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only those created after this time.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only those created before this time.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several.",
        "in": "query",
        "values": [
          "queued",
          "sending",
          "delivered",
          "dead"
        ]
      },
      {
        "name": "resource",
        "type": "text",
        "does": "Only of this resource.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
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
        "does": "How far to advance; up to 366 days a call.",
        "in": "body"
      },
      {
        "name": "to",
        "type": "text",
        "does": "Instead of `seconds`: the moment to move the clock to, at most 31622400 seconds ahead.",
        "in": "body"
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
        "does": "The id of the connection whose creator acts.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "type",
        "type": "text",
        "does": "The payout method that the creator chooses.",
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
        "does": "How the identity check ends.",
        "in": "body",
        "values": [
          "approved",
          "review",
          "rejected"
        ]
      },
      {
        "name": "permissions",
        "type": "json",
        "does": "What the creator grants; every requested permission, for good, when absent.",
        "in": "body",
        "schema": {
          "type": "array",
          "items": {
            "type": "object",
            "required": [
              "name"
            ],
            "properties": {
              "name": {
                "type": "string",
                "description": "A permission that the connection requests, each at most once; `payment.debit` only with the method `direct`.",
                "enum": [
                  "payment.credit",
                  "payment.debit"
                ]
              },
              "expires_at": {
                "type": "string",
                "description": "Until when it is granted, by the clock of the sandbox; a moment to come, else 400."
              }
            }
          }
        }
      }
    ]
  },
  "simulatePermissions": {
    "summary": "Grant or withdraw permissions as the creator",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "account_connection",
        "type": "text",
        "does": "The id of an active connection.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "permissions",
        "type": "json",
        "does": "All that the creator grants from now on.",
        "in": "body",
        "isRequired": true,
        "schema": {
          "type": "array",
          "items": {
            "type": "object",
            "required": [
              "name"
            ],
            "properties": {
              "name": {
                "type": "string",
                "description": "A permission that the connection requests, each at most once; `payment.debit` only with the method `direct`.",
                "enum": [
                  "payment.credit",
                  "payment.debit"
                ]
              },
              "expires_at": {
                "type": "string",
                "description": "Until when it is granted, by the clock of the sandbox; a moment to come, else 400."
              }
            }
          }
        }
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
        "does": "The id of the payout.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "code",
        "type": "text",
        "does": "The return code of the bank.",
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
        "does": "The id of the payout.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "code",
        "type": "text",
        "does": "The `failure_code` that it gets.",
        "in": "body",
        "values": [
          "permission_not_granted",
          "bank_account_missing",
          "bank_account_unreadable",
          "bank_account_unsendable",
          "bank_account_suspended",
          "payment_failed"
        ]
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
        "does": "The id of the buyer.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "number",
        "type": "text",
        "does": "A test card: 12 to 19 digits, the last of them a valid check digit (Luhn), of a known network.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "expiration_month",
        "type": "number",
        "does": "The last month in which the card is good; not before the month of the sandbox clock.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "expiration_year",
        "type": "number",
        "does": "The year of that month, four digits; at most 50 years after that of the sandbox clock.",
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
        "does": "The id of the purchase.",
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
        "does": "The id of the purchase.",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "simulateDispute": {
    "summary": "Let the buyer dispute a charge, and the bank decide",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "purchase",
        "type": "text",
        "does": "The id of the purchase.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "status",
        "type": "text",
        "does": "What becomes of the dispute.",
        "in": "body",
        "isRequired": true,
        "values": [
          "inquiry",
          "needs_response",
          "under_review",
          "won",
          "lost"
        ]
      },
      {
        "name": "amount_in_cents",
        "type": "number",
        "does": "What it is about, in cents, when it begins.",
        "in": "body"
      },
      {
        "name": "reason",
        "type": "text",
        "does": "Why, as the card network would say it.",
        "in": "body"
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
        "does": "The id of the contract.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "decision",
        "type": "text",
        "does": "What the creator answers.",
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
        "does": "The id of the creator’s connection.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "deposit_source",
        "type": "text",
        "does": "Where a deposit comes from.",
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
        "does": "The amount of the deposit, in cents.",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "simulateWithdrawal": {
    "summary": "Withdraw money as a creator",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "account_connection",
        "type": "text",
        "does": "The id of a connection whose creator withdraws.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "amount_in_cents",
        "type": "number",
        "does": "What leaves the creator’s account, in cents.",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "simulateBankAccount": {
    "summary": "Register the bank account of your withdrawals",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "name_on_account",
        "type": "text",
        "does": "The holder, as the bank knows them.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "account_number",
        "type": "text",
        "does": "Digits, letters or hyphens, with at least one digit.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "routing_number",
        "type": "text",
        "does": "Nine digits with a valid check digit: 3, 7 and 1 times its digits in turn add up to a multiple of 10.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "account_type",
        "type": "text",
        "does": "The kind of bank account.",
        "in": "body",
        "isRequired": true,
        "values": [
          "checking",
          "savings"
        ]
      }
    ]
  },
  "simulateWithdrawalReturn": {
    "summary": "Let the bank return a withdrawal",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "withdrawal",
        "type": "text",
        "does": "The id of the withdrawal.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "code",
        "type": "text",
        "does": "The return code of the bank.",
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
  "simulateWithdrawalError": {
    "summary": "Let a withdrawal fail",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "withdrawal",
        "type": "text",
        "does": "The id of the withdrawal.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "code",
        "type": "text",
        "does": "The `failure_code` that it gets.",
        "in": "body",
        "values": [
          "bank_account_missing",
          "bank_account_unreadable",
          "bank_account_unsendable",
          "bank_account_suspended",
          "payment_failed"
        ]
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
        "does": "By how much, in cents.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "available_at",
        "type": "text",
        "does": "When it is available, by the sandbox clock; at once without it.",
        "in": "body"
      }
    ]
  },
  "simulateFundingReturn": {
    "summary": "Let the bank take a credit back",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "amount_in_cents",
        "type": "number",
        "does": "How much, in cents.",
        "in": "body",
        "isRequired": true
      }
    ]
  },
  "simulateIdempotencyExpiry": {
    "summary": "Let an idempotency key expire",
    "params": [],
    "answers": "one",
    "fields": [
      {
        "name": "path",
        "type": "text",
        "does": "The path that the key was used at, below the base address.",
        "in": "body",
        "isRequired": true
      },
      {
        "name": "idempotency_key",
        "type": "text",
        "does": "The `Idempotency-Key` of that request.",
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
        "does": "Page number, counted from what comes first.",
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
        "does": "Only written after this moment.",
        "in": "query"
      },
      {
        "name": "created_before",
        "type": "text",
        "does": "Only written before this moment.",
        "in": "query"
      },
      {
        "name": "order",
        "type": "text",
        "does": "Which comes first, by creation; either costs the same.",
        "in": "query",
        "values": [
          "newest",
          "oldest"
        ]
      },
      {
        "name": "cursor",
        "type": "text",
        "does": "The `next_cursor` of the page before, with the same filters and `order`, else 400.",
        "in": "query"
      },
      {
        "name": "status",
        "type": "list",
        "does": "Only in this status, or in one of several: `status=captured&status=failed`, or with a comma.",
        "in": "query",
        "values": [
          "queued",
          "delivered",
          "captured",
          "suppressed",
          "failed"
        ]
      },
      {
        "name": "to",
        "type": "text",
        "does": "Only to this e-mail address, in any letter case, or mobile number.",
        "in": "query"
      },
      {
        "name": "kind",
        "type": "list",
        "does": "Only of this kind, or of one of several.",
        "in": "query",
        "values": [
          "login_created",
          "account_opened",
          "invite",
          "payout_issued",
          "bank_corrected",
          "bank_suspended",
          "webhook_disabled",
          "daily_summary",
          "withdrawal",
          "person_invited",
          "password_reset",
          "security_notice",
          "email_code",
          "creator_password_reset",
          "login_changed",
          "p2p_code",
          "sign_in_code",
          "approval_needed",
          "approval_decided",
          "alert_raised"
        ]
      }
    ]
  }
}
