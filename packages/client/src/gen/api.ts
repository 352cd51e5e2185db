// Generated from the API document: npm run codegen.
/** The version of the API that these types describe. */
export const API_VERSION = "2026-11-22";
export interface paths {
    "/v1/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tickets */
        get: operations["listTickets"];
        put?: never;
        /** Create a ticket */
        post: operations["createTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search tickets */
        get: operations["searchTickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the open tickets of each view */
        get: operations["countTickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve figures of some days */
        get: operations["getFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change many tickets */
        post: operations["startBulkChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/bulk/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the progress of a bulk job */
        get: operations["getBulkChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/bulk/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what became of each ticket of a bulk job */
        get: operations["listBulkResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/bulk/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a bulk job */
        post: operations["cancelBulkChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a ticket */
        get: operations["getTicket"];
        put?: never;
        post?: never;
        /** Delete a ticket */
        delete: operations["deleteTicket"];
        options?: never;
        head?: never;
        /** Update a ticket */
        patch: operations["updateTicket"];
        trace?: never;
    };
    "/v1/tickets/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a deleted ticket */
        post: operations["restoreTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Merge a ticket into another one */
        post: operations["mergeTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{id}/unmerge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Undo a merge */
        post: operations["unmergeTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import tickets of another system */
        post: operations["importTickets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export tickets */
        get: operations["exportTickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List messages */
        get: operations["listTicketMessages"];
        put?: never;
        /** Send a reply or note */
        post: operations["createTicketMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{id}/messages/{message_id}/attachments/{attachment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download an attachment */
        get: operations["getAttachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add tags */
        post: operations["addTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{id}/tags/{tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a tag */
        delete: operations["removeTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{id}/macros/{macro_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Apply a macro to a ticket */
        post: operations["applyMacro"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List conversations */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a conversation */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Update a conversation */
        patch: operations["updateConversation"];
        trace?: never;
    };
    "/v1/conversations/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List messages */
        get: operations["listConversationMessages"];
        put?: never;
        /** Send a reply or note */
        post: operations["createConversationMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}/ai-draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the current AI draft */
        get: operations["getDraft"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}/ai-draft/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve and send the AI draft */
        post: operations["approveDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}/ai-draft/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Discard the AI draft */
        post: operations["discardDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who is in a conversation */
        get: operations["getPresence"];
        /** Say that the agent is in a conversation */
        put: operations["setPresence"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/knowledge/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List articles */
        get: operations["listArticles"];
        put?: never;
        /** Create an article */
        post: operations["createArticle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/knowledge/articles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an article */
        get: operations["getArticle"];
        put?: never;
        post?: never;
        /** Delete an article */
        delete: operations["deleteArticle"];
        options?: never;
        head?: never;
        /** Update an article */
        patch: operations["updateArticle"];
        trace?: never;
    };
    "/v1/knowledge/articles/{id}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an article's text */
        get: operations["getArticleText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/knowledge/articles/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Archive an article */
        post: operations["archiveArticle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/knowledge/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Search articles */
        post: operations["searchArticles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/knowledge/gaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List knowledge gaps */
        get: operations["listGaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/knowledge/tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List knowledge tests */
        get: operations["listKnowledgeTests"];
        put?: never;
        /** Create a knowledge test */
        post: operations["createKnowledgeTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/knowledge/tests/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run all knowledge tests */
        post: operations["runKnowledgeTests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/knowledge/tests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a knowledge test */
        get: operations["getKnowledgeTest"];
        put?: never;
        post?: never;
        /** Delete a knowledge test */
        delete: operations["deleteKnowledgeTest"];
        options?: never;
        head?: never;
        /** Update a knowledge test */
        patch: operations["updateKnowledgeTest"];
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List events */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stream events */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an event */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a ticket's history */
        get: operations["listTicketEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the key or the session that sends the request */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List contacts */
        get: operations["listContacts"];
        put?: never;
        /** Create a contact */
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a contact */
        get: operations["getContact"];
        put?: never;
        post?: never;
        /** Erase a contact */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /** Update a contact */
        patch: operations["updateContact"];
        trace?: never;
    };
    "/v1/contacts/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Merge a contact into another one */
        post: operations["mergeContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List agents */
        get: operations["listAgents"];
        put?: never;
        /** Create an agent */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an agent */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        /** Deactivate an agent */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /** Update an agent */
        patch: operations["updateAgent"];
        trace?: never;
    };
    "/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List groups */
        get: operations["listGroups"];
        put?: never;
        /** Create a group */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a group */
        get: operations["getGroup"];
        put?: never;
        post?: never;
        /** Deactivate a group */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        /** Update a group */
        patch: operations["updateGroup"];
        trace?: never;
    };
    "/v1/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List attributes */
        get: operations["listAttributes"];
        put?: never;
        /** Define an attribute */
        post: operations["createAttribute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attributes/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an attribute */
        get: operations["getAttribute"];
        put?: never;
        post?: never;
        /** Delete an attribute */
        delete: operations["deleteAttribute"];
        options?: never;
        head?: never;
        /** Update an attribute */
        patch: operations["updateAttribute"];
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API keys */
        get: operations["listKeys"];
        put?: never;
        /** Create an API key */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an API key */
        get: operations["getKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Update an API key */
        patch: operations["updateKey"];
        trace?: never;
    };
    "/v1/keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke an API key */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotate an API key's secret */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/macros": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List macros */
        get: operations["listMacros"];
        put?: never;
        /** Create a macro */
        post: operations["createMacro"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/macros/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a macro */
        get: operations["getMacro"];
        put?: never;
        post?: never;
        /** Delete a macro */
        delete: operations["deleteMacro"];
        options?: never;
        head?: never;
        /** Update a macro */
        patch: operations["updateMacro"];
        trace?: never;
    };
    "/v1/mailboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List mailboxes */
        get: operations["listMailboxes"];
        put?: never;
        /** Create a mailbox */
        post: operations["createMailbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mailboxes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a mailbox */
        get: operations["getMailbox"];
        put?: never;
        post?: never;
        /** Delete a mailbox */
        delete: operations["deleteMailbox"];
        options?: never;
        head?: never;
        /** Update a mailbox */
        patch: operations["updateMailbox"];
        trace?: never;
    };
    "/v1/mailboxes/{id}/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take in a mail */
        post: operations["uploadMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{id}/messages/{message_id}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the mail of a message */
        get: operations["getRawMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mailboxes/{id}/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List quarantined mails */
        get: operations["listQuarantinedMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mailboxes/{id}/quarantine/{mail_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Release a quarantined mail */
        post: operations["releaseMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mailboxes/{id}/quarantine/{mail_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Drop a quarantined mail */
        delete: operations["dropMail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invite an agent to the console */
        post: operations["inviteAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List accounts */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an agent's account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change an account's role */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/v1/accounts/{id}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Turn an agent's second factor off */
        delete: operations["resetSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{id}/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Unlink an account from the OpenID Connect provider */
        delete: operations["unlinkProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List audit events */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the workspace's settings */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Update the workspace's settings */
        patch: operations["updateWorkspace"];
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks */
        get: operations["listWebhooks"];
        put?: never;
        /** Create a webhook */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Update a webhook */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotate a webhook's secret */
        post: operations["rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Test a webhook */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replay events to a webhook */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a webhook's deliveries */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retry a delivery */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A contact with this address; an unknown address creates a contact. */
        ContactByEmail: {
            /** Format: email */
            email: string;
            name?: string | undefined;
            id?: string | undefined;
        };
        /** @description The contact with this id. */
        ContactById: {
            /** Format: email */
            email?: string | undefined;
            name?: string | undefined;
            id: string;
        };
        TicketList: {
            data: components["schemas"]["Ticket"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
            /** @description Only with the sort `updated_at:asc`, and then always. Sent back as `cursor` at any later time, also days after the last page, it continues behind the last ticket of this page: with those that have changed since. A change that was stored while this page was read, and has an earlier time, comes as well. */
            sync_cursor?: string | undefined;
            /**
             * @description Only with `q`, and only for some time after an upgrade: tickets of the version before are still being put into the search.
             * @enum {boolean}
             */
            search_incomplete?: true | undefined;
        };
        Ticket: {
            /** @example tkt_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            subject: string;
            /** @enum {string} */
            status: "open" | "pending" | "resolved" | "archived";
            /** @enum {string} */
            priority: "urgent" | "high" | "normal" | "low";
            /** @enum {string} */
            channel: "email" | "chat" | "widget" | "api" | "phone";
            contact: components["schemas"]["Contact"];
            assignee: components["schemas"]["Assignee"];
            group: components["schemas"]["Group"];
            tags: string[];
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            resolved_at: string | null;
            custom_attributes: {
                [key: string]: string | number | boolean;
            };
            /** @description The id that your own system gave it; absent if it has none. */
            external_id?: string | undefined;
            /** @description The ticket that it was merged into, where its messages are; absent if it was not. It takes no changes until it is separated again. */
            merged_into?: string | undefined;
            /** @description Who gets the replies besides the contact, and may answer; absent if nobody does. */
            participants?: {
                email: string;
                name: string;
            }[] | undefined;
            ai: {
                intent: components["schemas"]["Intent"];
                /** @enum {string} */
                urgency: "urgent" | "high" | "normal" | "low";
                /** @enum {string} */
                sentiment: "frustrated" | "neutral" | "positive" | "unknown";
                /** @description Calibrated probability that the intent is right. */
                confidence: number;
                /** @description Whether there is a draft to approve. False after an agent has replied, and while the ticket is resolved or archived. */
                draft_ready: boolean;
            };
        };
        Contact: {
            /** @example cnt_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            name: string;
            email: string;
            avatar_url: string | null;
        };
        Assignee: {
            /** @example usr_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            name: string;
            email: string;
        } | null;
        Group: {
            /** @example grp_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            name: string;
        } | null;
        /**
         * @description What the customer wants. One of:
         *
         *     - `order_place`: Wants to buy, book, subscribe to or start something. “I want to buy this”, “how do I place an order”
         *     - `order_status`: Asks where an order, parcel or delivery is, or says that it has not arrived. “where is my order”, “my parcel has not arrived yet”
         *     - `order_cancel`: Wants to cancel an order, a booking or a subscription. “cancel my order”, “I no longer want the order I placed”
         *     - `order_change`: Wants to change the items or details of an order or a booking. “I need to change something in my order”, “swap the item for a different size”
         *     - `shipping_info`: Asks about delivery areas, options, times or costs before ordering. “do you deliver to my area”, “do you ship to my zip code”
         *     - `address_change`: Wants to set or change an address. “change my delivery address”, “I moved, update my address”
         *     - `refund_request`: Wants money back, or to return, exchange or replace something. “I want my money back”, “I'd like a refund”
         *     - `refund_status`: A refund was promised or requested and has not been seen. “where is my refund”, “I still haven't received my refund”
         *     - `refund_policy`: Asks about the rules of returns, refunds and cancellation fees. “what is your return policy”, “how many days do I have to return something”
         *     - `invoice_billing`: Wants an invoice, a bill or a receipt, or to know the amount due. “I need a copy of my invoice”, “where can I find my bill”
         *     - `charge_dispute`: A fee is unexpected, wrong or was taken twice. “I was charged twice”, “there is an extra fee on my statement”
         *     - `payment_problem`: A payment, transfer, top-up or withdrawal failed, was declined or is pending. “my payment failed”, “my card was declined”
         *     - `payment_methods`: Asks which ways to pay are accepted. “which payment methods do you accept”, “can I pay with PayPal”
         *     - `account_create`: Wants to sign up, or cannot. “how do I create an account”, “I can't sign up”
         *     - `account_access`: Cannot log in, or has a password, PIN or code problem. “I forgot my password”, “I can't log in”
         *     - `account_verify`: Asks about, or has trouble with, proving an identity, an email address or a phone number. “how do I verify my identity”, “why do I need to verify my account”
         *     - `account_update`: Wants to change personal details, or to switch the account or plan. “change my email address”, “update my phone number”
         *     - `account_close`: Wants the account closed or deleted. “delete my account”, “close my account”
         *     - `product_info`: Asks about features, prices, sizes, availability, eligibility or suitability before buying. “tell me about the features”, “what is the price”
         *     - `promotions`: Asks about offers, coupons, rewards, referrals or newsletters. “do you have any offers”, “my coupon code does not work”
         *     - `technical_issue`: A product, card, app or piece of software does not work. “the app crashes”, “it is not working”
         *     - `fraud_security`: Something was lost, stolen or compromised, or an activity is not recognised. “someone hacked my account”, “I don't recognise this transaction”
         *     - `complaint_feedback`: Complains about, criticises, reviews or praises the service. “I want to make a complaint”, “your service is terrible”
         *     - `contact_support`: Wants to reach a person, or asks for a phone number, an office or opening hours. “I want to talk to a human”, “connect me with an agent”
         *     - `small_talk`: Greets, thanks, says goodbye or chats with the bot. “hi”, “hello there”
         *     - `other`: None of the above: out of scope, another language, or no meaning. “what is the weather tomorrow”, “tell me the capital of France”
         * @example refund_request
         * @enum {string}
         */
        Intent: "order_place" | "order_status" | "order_cancel" | "order_change" | "shipping_info" | "address_change" | "refund_request" | "refund_status" | "refund_policy" | "invoice_billing" | "charge_dispute" | "payment_problem" | "payment_methods" | "account_create" | "account_access" | "account_verify" | "account_update" | "account_close" | "product_info" | "promotions" | "technical_issue" | "fraud_security" | "complaint_feedback" | "contact_support" | "small_talk" | "other";
        Error: {
            error: {
                /** @enum {string} */
                type: "invalid_request" | "authentication_error" | "permission_error" | "not_found" | "method_not_allowed" | "conflict" | "validation_error" | "rate_limit_error" | "api_error" | "bad_gateway" | "service_unavailable";
                /** @enum {string} */
                code: "missing_parameter" | "invalid_parameter" | "unknown_parameter" | "invalid_json" | "invalid_cursor" | "invalid_sort" | "invalid_attachment" | "invalid_idempotency_key" | "unsupported_media_type" | "request_too_large" | "missing_api_key" | "invalid_api_key" | "expired_api_key" | "session_expired" | "invalid_credentials" | "invalid_link" | "second_factor_required" | "invalid_second_factor" | "oidc_state_mismatch" | "oidc_refused" | "oidc_response_invalid" | "oidc_email_unverified" | "oidc_account_not_found" | "oidc_identity_mismatch" | "insufficient_scope" | "csrf_failed" | "author_not_permitted" | "route_not_found" | "ticket_not_found" | "article_not_found" | "tag_not_found" | "draft_not_found" | "attachment_not_found" | "event_not_found" | "webhook_not_found" | "delivery_not_found" | "agent_not_found" | "contact_not_found" | "group_not_found" | "attribute_not_found" | "bulk_job_not_found" | "mailbox_not_found" | "macro_not_found" | "raw_mail_not_found" | "mail_not_found" | "api_key_not_found" | "knowledge_test_not_found" | "session_not_found" | "account_not_found" | "method_not_allowed" | "contact_exists" | "agent_exists" | "group_exists" | "attribute_exists" | "mailbox_exists" | "api_key_revoked" | "second_factor_enabled" | "second_factor_disabled" | "last_admin" | "draft_stale" | "draft_already_approved" | "external_id_exists" | "newer_message" | "ticket_merged" | "idempotency_in_progress" | "undefined_attribute_key" | "invalid_attribute_value" | "assignee_not_found" | "author_not_found" | "contact_mismatch" | "invalid_merge" | "tag_limit_exceeded" | "idempotency_key_reused" | "webhook_url_refused" | "webhook_limit_exceeded" | "knowledge_test_limit_exceeded" | "scope_not_held" | "limit_not_held" | "api_key_limit_exceeded" | "weak_password" | "second_factor_unavailable" | "rate_limit_minute" | "rate_limit_burst" | "rate_limit_day" | "concurrency_limit" | "internal_error" | "upstream_unavailable" | "oidc_unavailable" | "service_unavailable";
                /** @description For people. */
                message: string;
                /** @description Path of the offending parameter, for example `custom_attributes.color`; cut off after 200 characters. */
                param: string | null;
                /** @description Quote it when you ask for help. */
                request_id: string;
                /** @description Only with `newer_message`: the latest message. */
                newer_message_id?: string | undefined;
                /** @description Only with `ticket_merged`: the ticket that it was merged into. */
                merged_into?: string | undefined;
                /** @description All errors, if there are several. */
                errors?: {
                    /** @enum {string} */
                    code: "missing_parameter" | "invalid_parameter" | "unknown_parameter" | "invalid_json" | "invalid_cursor" | "invalid_sort" | "invalid_attachment" | "invalid_idempotency_key" | "unsupported_media_type" | "request_too_large" | "missing_api_key" | "invalid_api_key" | "expired_api_key" | "session_expired" | "invalid_credentials" | "invalid_link" | "second_factor_required" | "invalid_second_factor" | "oidc_state_mismatch" | "oidc_refused" | "oidc_response_invalid" | "oidc_email_unverified" | "oidc_account_not_found" | "oidc_identity_mismatch" | "insufficient_scope" | "csrf_failed" | "author_not_permitted" | "route_not_found" | "ticket_not_found" | "article_not_found" | "tag_not_found" | "draft_not_found" | "attachment_not_found" | "event_not_found" | "webhook_not_found" | "delivery_not_found" | "agent_not_found" | "contact_not_found" | "group_not_found" | "attribute_not_found" | "bulk_job_not_found" | "mailbox_not_found" | "macro_not_found" | "raw_mail_not_found" | "mail_not_found" | "api_key_not_found" | "knowledge_test_not_found" | "session_not_found" | "account_not_found" | "method_not_allowed" | "contact_exists" | "agent_exists" | "group_exists" | "attribute_exists" | "mailbox_exists" | "api_key_revoked" | "second_factor_enabled" | "second_factor_disabled" | "last_admin" | "draft_stale" | "draft_already_approved" | "external_id_exists" | "newer_message" | "ticket_merged" | "idempotency_in_progress" | "undefined_attribute_key" | "invalid_attribute_value" | "assignee_not_found" | "author_not_found" | "contact_mismatch" | "invalid_merge" | "tag_limit_exceeded" | "idempotency_key_reused" | "webhook_url_refused" | "webhook_limit_exceeded" | "knowledge_test_limit_exceeded" | "scope_not_held" | "limit_not_held" | "api_key_limit_exceeded" | "weak_password" | "second_factor_unavailable" | "rate_limit_minute" | "rate_limit_burst" | "rate_limit_day" | "concurrency_limit" | "internal_error" | "upstream_unavailable" | "oidc_unavailable" | "service_unavailable";
                    /** @description For people. */
                    message: string;
                    /** @description Path of the offending parameter, for example `custom_attributes.color`; cut off after 200 characters. */
                    param: string | null;
                }[] | undefined;
            };
        };
        NewTicket: {
            subject: string;
            /** @description Plain text or HTML. */
            body: string;
            /** @description `email` or `id` is required; if both are given, they must belong to one contact. */
            contact: components["schemas"]["ContactByEmail"] | components["schemas"]["ContactById"];
            /**
             * @description `api` if not given.
             * @enum {string}
             */
            channel?: ("api" | "email" | "chat" | "widget") | undefined;
            /**
             * @description `normal` if not given.
             * @enum {string}
             */
            priority?: ("urgent" | "high" | "normal" | "low") | undefined;
            /** @description An agent who is not deactivated. */
            assignee_id?: string | undefined;
            /** @description A group that is not deactivated. */
            group_id?: string | undefined;
            tags?: string[] | undefined;
            /** @description Values by keys that the workspace defines. */
            custom_attributes?: {
                [key: string]: string | number | boolean | null;
            } | undefined;
            /** @description The id that your own system gave it. */
            external_id?: string | undefined;
        };
        TicketCounts: {
            mine: number;
            unassigned: number;
            waiting: number;
            all: number;
        };
        Figures: {
            from: string;
            to: string;
            created: number;
            resolved: number;
            days: {
                date: string;
                created: number;
                resolved: number;
            }[];
            /** @description The newest tickets of the range, at most 2000: the medians and drafts are theirs. */
            sampled_tickets: number;
            first_reply: {
                tickets: number;
                median_seconds: number | null;
            };
            resolution: {
                tickets: number;
                median_seconds: number | null;
            };
            drafts: {
                sent_unchanged: number;
                sent_edited: number;
                discarded: number;
            };
            /** @description Null for a key without the scope `knowledge:read`, and while an upgrade is under way. */
            gaps: {
                /** @description Open today. */
                open: number;
                /** @description In the range. */
                first_seen: number;
                /** @description Those first seen in the range that are resolved today. */
                resolved: number;
            } | null;
        };
        BulkJob: {
            /** @example blk_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            /**
             * @description `collecting` while it is found out which tickets the filter means.
             * @enum {string}
             */
            status: "collecting" | "running" | "done" | "cancelled";
            /** @description Tickets that are meant; null while they are collected. */
            total: number | null;
            changed: number;
            /** @description Tickets that had nothing to change, tags for example. */
            unchanged: number;
            failed: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            finished_at: string | null;
        };
        /** @description Either `ids` or `filter` is given. */
        TicketBulk: {
            /** @description An id that is given twice counts once. */
            ids?: string[] | undefined;
            /** @description The filters of the list, of which at least one is given. Tickets are meant that match while the job collects them, which it does before it changes the first one, and that were created before the request. */
            filter?: {
                /** @enum {string} */
                status?: ("open" | "pending" | "resolved" | "archived") | undefined;
                /** @enum {string} */
                priority?: ("urgent" | "high" | "normal" | "low") | undefined;
                /** @description An agent's id, or the word `unassigned`. */
                assignee?: string | undefined;
                group?: string | undefined;
                /** @enum {string} */
                channel?: ("email" | "chat" | "widget" | "api" | "phone") | undefined;
                tag?: string | undefined;
                /**
                 * @description A contact's id or email address, ignoring case. An unknown contact matches no ticket.
                 * @example me@customer.example
                 */
                contact?: (string) | undefined;
                /** @description Only tickets whose first mail came to this mailbox. */
                mailbox?: string | undefined;
                ai_intent?: components["schemas"]["Intent"] | undefined;
                /**
                 * @description Only resources created strictly after this date (midnight UTC) or timestamp.
                 * @example 2026-01-31
                 */
                created_after?: (string) | undefined;
                /**
                 * @description Only resources created strictly before this date (midnight UTC) or timestamp.
                 * @example 2026-02-28T09:30:00Z
                 */
                created_before?: (string) | undefined;
                /**
                 * @description Only resources updated strictly after this date (midnight UTC) or timestamp.
                 * @example 2026-01-31
                 */
                updated_after?: (string) | undefined;
                /**
                 * @description Only resources updated strictly before this date (midnight UTC) or timestamp.
                 * @example 2026-02-28T09:30:00Z
                 */
                updated_before?: (string) | undefined;
                /** @description Only tickets whose customer waits for an answer, or only the others. */
                waiting?: boolean | undefined;
                /** @description The id that your own system gave it. */
                external_id?: string | undefined;
                /** @description Only tickets that were merged into this one. Without it, and without `external_id`, no merged ticket is listed. */
                merged_into?: string | undefined;
                /**
                 * @description Words of the subject, the messages, the contact and the tags, in any language. All must be there; `"several words"` one behind the other; `-word` must not.
                 * @example refund "credit card" -invoice
                 */
                q?: string | undefined;
            } | undefined;
            /** @description What is changed in each ticket; other fields stay. */
            changes: {
                /** @enum {string} */
                status?: ("open" | "pending" | "resolved") | undefined;
                /** @enum {string} */
                priority?: ("urgent" | "high" | "normal" | "low") | undefined;
                /** @description An agent who is not deactivated. Null unassigns. */
                assignee_id?: (string | null) | undefined;
                /** @description A group that is not deactivated. Null removes the group. */
                group_id?: (string | null) | undefined;
                subject?: string | undefined;
                /** @description Merged with the existing attributes; null removes a key. */
                custom_attributes?: {
                    [key: string]: string | number | boolean | null;
                } | undefined;
                /** @description Replaces the participants: who gets replies besides the contact. */
                participants?: {
                    /** Format: email */
                    email: string;
                    name?: string | undefined;
                }[] | undefined;
                add_tags?: string[] | undefined;
                remove_tags?: string[] | undefined;
            };
        } & (unknown | unknown);
        BulkResultList: {
            data: components["schemas"]["BulkResult"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        BulkResult: {
            /** @example tkt_01kadszz00e2xv0f1b2c3d4e5f */
            ticket_id: string;
            /**
             * @description `pending` for good in a job that was cancelled before.
             * @enum {string}
             */
            status: "pending" | "changed" | "unchanged" | "failed";
            /** @description Why it failed, with the code that a PATCH of the ticket would answer; nothing of it was changed. */
            error: {
                code: string;
                message: string;
            } | null;
        };
        TicketBulkCancel: Record<string, never>;
        TicketChanges: {
            /** @enum {string} */
            status?: ("open" | "pending" | "resolved") | undefined;
            /** @enum {string} */
            priority?: ("urgent" | "high" | "normal" | "low") | undefined;
            /** @description An agent who is not deactivated. Null unassigns. */
            assignee_id?: (string | null) | undefined;
            /** @description A group that is not deactivated. Null removes the group. */
            group_id?: (string | null) | undefined;
            subject?: string | undefined;
            /** @description Merged with the existing attributes; null removes a key. */
            custom_attributes?: {
                [key: string]: string | number | boolean | null;
            } | undefined;
            /** @description Null removes it. */
            external_id?: (string | null) | undefined;
            /** @description Replaces the participants: who gets replies besides the contact. */
            participants?: {
                /** Format: email */
                email: string;
                name?: string | undefined;
            }[] | undefined;
            /** @description Corrects what `ai` says of the ticket. A corrected intent has the confidence 100; the workspace's model learns from corrections. The urgency is corrected by the priority. */
            signals?: {
                intent?: components["schemas"]["Intent"] | undefined;
                /** @enum {string} */
                sentiment?: ("frustrated" | "neutral" | "positive") | undefined;
            } | undefined;
        };
        Deleted: {
            id: string;
            /** @enum {boolean} */
            deleted: true;
        };
        RestoreTicket: Record<string, never>;
        TicketMerge: {
            /** @description A ticket that is not merged into another one itself. */
            into: string;
        };
        TicketUnmerge: Record<string, never>;
        ImportResults: {
            created: number;
            existing: number;
            failed: number;
            results: {
                /** @description Of the row in `tickets`, from 0. */
                index: number;
                /** @description The ticket; null if the row has errors. */
                id: string | null;
                /** @description False if a ticket had the row's `external_id` before. */
                created: boolean;
                /** @description Why nothing was written of the row. */
                errors: {
                    code: string;
                    message: string;
                    /** @description The path of what is wrong in the row. */
                    param: string | null;
                }[];
            }[];
        };
        TicketImport: {
            tickets: components["schemas"]["ImportedTicket"][];
        };
        ImportedTicket: {
            /** @description The id that your own system gave it. */
            external_id?: string | undefined;
            subject: string;
            /**
             * @description `open` if not given.
             * @enum {string}
             */
            status?: ("open" | "pending" | "resolved" | "archived") | undefined;
            /**
             * @description `normal` if not given.
             * @enum {string}
             */
            priority?: ("urgent" | "high" | "normal" | "low") | undefined;
            /**
             * @description `api` if not given.
             * @enum {string}
             */
            channel?: ("email" | "chat" | "widget" | "api" | "phone") | undefined;
            /** @description One of `id`, `email` and `external_id` is required. Those that a contact has must be of one contact; if none has any, one is created. */
            contact: {
                id?: string | undefined;
                /** Format: email */
                email?: string | undefined;
                /** @description The id that your own system gave it. */
                external_id?: string | undefined;
                name?: string | undefined;
            };
            /** @description An agent, who may be deactivated. */
            assignee_id?: string | undefined;
            /** @description A group, which may be deactivated. */
            group_id?: string | undefined;
            tags?: string[] | undefined;
            /** @description Values by keys that the workspace defines. */
            custom_attributes?: {
                [key: string]: string | number | boolean | null;
            } | undefined;
            /**
             * @description When the ticket was created; not in the future.
             * @example 2019-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * @description Only of a resolved or archived ticket; the time of its last message if not given.
             * @example 2019-03-01T09:30:00Z
             */
            resolved_at?: (string) | undefined;
            /** @description At most 4,000,000 characters together. */
            messages: {
                /**
                 * @description `inbound`: of the contact; `outbound`: a reply that was sent; `note`: for agents only.
                 * @enum {string}
                 */
                type: "inbound" | "outbound" | "note";
                /** @description Plain text or HTML. */
                body: string;
                /** @description The agent who wrote it, who may be deactivated; the API key's owner by default. Not of an inbound message. */
                author_id?: string | undefined;
                /**
                 * @description When it was written.
                 * @example 2019-03-01T09:30:00Z
                 */
                created_at: string;
            }[];
        };
        ExportLine: {
            /** @description Continues the export behind this line. Null in the last line of an export without tickets. */
            cursor: string | null;
            ticket: components["schemas"]["ConversationWithMessages"];
        } | {
            /** @description Continues the export behind this line. Null in the last line of an export without tickets. */
            cursor: string | null;
            /** @enum {boolean} */
            done: true;
        };
        /** @description With all messages, oldest first. */
        ConversationWithMessages: {
            /** @example tkt_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            subject: string;
            /** @enum {string} */
            status: "open" | "pending" | "resolved" | "archived";
            /** @enum {string} */
            priority: "urgent" | "high" | "normal" | "low";
            /** @enum {string} */
            channel: "email" | "chat" | "widget" | "api" | "phone";
            contact: components["schemas"]["Contact"];
            assignee: components["schemas"]["Assignee"];
            group: components["schemas"]["Group"];
            tags: string[];
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            resolved_at: string | null;
            custom_attributes: {
                [key: string]: string | number | boolean;
            };
            /** @description The id that your own system gave it; absent if it has none. */
            external_id?: string | undefined;
            /** @description The ticket that it was merged into, where its messages are; absent if it was not. It takes no changes until it is separated again. */
            merged_into?: string | undefined;
            /** @description Who gets the replies besides the contact, and may answer; absent if nobody does. */
            participants?: {
                email: string;
                name: string;
            }[] | undefined;
            ai: {
                intent: components["schemas"]["Intent"];
                /** @enum {string} */
                urgency: "urgent" | "high" | "normal" | "low";
                /** @enum {string} */
                sentiment: "frustrated" | "neutral" | "positive" | "unknown";
                /** @description Calibrated probability that the intent is right. */
                confidence: number;
                /** @description Whether there is a draft to approve. False after an agent has replied, and while the ticket is resolved or archived. */
                draft_ready: boolean;
                /** @example drf_01kadszz00e2xv0f1b2c3d4e5f */
                draft_id: string | null;
                suggested_articles: {
                    /** @example kb_01kadszz00e2xv0f1b2c3d4e5f */
                    article_id: string;
                    title: string;
                    relevance_score: number;
                }[];
            };
            message_count: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            last_message_at: string;
            /**
             * Format: date-time
             * @description When the customer sent the oldest unanswered message.
             * @example 2026-11-21T09:30:00.000Z
             */
            waiting_since: string | null;
            /** @description The latest 50, oldest first; fewer if the conversation would exceed 8 MiB. */
            messages: components["schemas"]["Message"][];
        };
        Message: {
            /** @example msg_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            /** @example tkt_01kadszz00e2xv0f1b2c3d4e5f */
            ticket_id: string;
            /** @enum {string} */
            type: "inbound" | "outbound" | "note";
            /** @description HTML is sanitised. */
            body: string;
            body_text: string;
            /** @enum {string} */
            body_format: "text" | "html";
            author: {
                /** @enum {string} */
                type: "contact" | "agent";
                id: string;
                name: string;
                email: string;
            };
            attachments: components["schemas"]["Attachment"][];
            ai_generated: boolean;
            /** @enum {string} */
            status: "received" | "posted" | "queued" | "sent" | "failed";
            /** @description The number of delivery attempts; 0 for a message that is not mailed. */
            attempts: number;
            /**
             * @description Why the delivery failed, in a sentence for people; null unless `status` is `failed`.
             * @example null
             */
            error: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description What a mail quotes, and its signature; only of messages that came by mail, as the next two fields. */
            quoted_text?: string | undefined;
            /** @description What is known of the sender, as RFC 8601 names it: `pass`, `fail`, `none`, `temperror` … A mail whose `dmarc` is `fail` may be somebody else's and only ever opens a ticket. */
            authentication?: {
                spf: string;
                dkim: string;
                dmarc: string;
            } | undefined;
            /** @description The path of the mail as it came in. */
            raw_url?: string | undefined;
        };
        Attachment: {
            /** @example att_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            filename: string;
            content_type: string;
            /** @description Bytes. */
            size: number;
            /** @description Path that serves the bytes. */
            url: string;
        };
        MessageList: {
            data: components["schemas"]["Message"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        NewMessage: {
            /** @description Plain text or HTML. */
            body: string;
            /**
             * @description `outbound` is sent to the customer; a `note` is visible to agents only.
             * @enum {string}
             */
            type: "outbound" | "note";
            /** @description The author, an agent who is not deactivated; the API key's owner, or the signed-in agent, by default. A signed-in agent names no other. */
            author_id?: string | undefined;
            /** @description `[]` if not given. */
            attachments?: {
                filename: string;
                /** @example image/png */
                content_type: string;
                /**
                 * Format: byte
                 * @description Base64 of the file, padded.
                 */
                data: string;
            }[] | undefined;
            /** @description The latest message that you have read, notes among them. If the conversation has a newer one, nothing is sent: the error is `newer_message`, with `newer_message_id`. */
            if_last_message_id?: string | undefined;
            /** @description Addresses that become participants of the ticket: they get this reply and those that follow, and may answer. Only of a reply. */
            cc?: string[] | undefined;
        };
        AddTags: {
            tags: string[];
        };
        AppliedMacro: {
            ticket: components["schemas"]["Ticket"];
            /** @description Null for a macro without a body. */
            message: {
                /** @description Null in a preview. */
                id: string | null;
                /** @enum {string} */
                type: "outbound" | "note";
                body: string;
                body_text: string;
                /** @enum {string} */
                body_format: "text" | "html";
                author: {
                    /** @enum {string} */
                    type: "agent";
                    /** @example usr_01kadszz00e2xv0f1b2c3d4e5f */
                    id: string;
                    name: string;
                    email: string;
                };
            } | null;
        };
        MacroApplication: {
            /** @description The author, an agent who is not deactivated; the API key's owner, or the signed-in agent, by default. A signed-in agent names no other. */
            author_id?: string | undefined;
            /** @description The latest message that you have read, notes among them. If the conversation has a newer one, nothing is sent: the error is `newer_message`, with `newer_message_id`. */
            if_last_message_id?: string | undefined;
        };
        ConversationList: {
            data: components["schemas"]["Conversation"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
            /** @description Only with the sort `updated_at:asc`, and then always. Sent back as `cursor` at any later time, also days after the last page, it continues behind the last ticket of this page: with those that have changed since. A change that was stored while this page was read, and has an earlier time, comes as well. */
            sync_cursor?: string | undefined;
            /**
             * @description Only with `q`, and only for some time after an upgrade: tickets of the version before are still being put into the search.
             * @enum {boolean}
             */
            search_incomplete?: true | undefined;
        };
        Conversation: {
            /** @example tkt_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            subject: string;
            /** @enum {string} */
            status: "open" | "pending" | "resolved" | "archived";
            /** @enum {string} */
            priority: "urgent" | "high" | "normal" | "low";
            /** @enum {string} */
            channel: "email" | "chat" | "widget" | "api" | "phone";
            contact: components["schemas"]["Contact"];
            assignee: components["schemas"]["Assignee"];
            group: components["schemas"]["Group"];
            tags: string[];
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            resolved_at: string | null;
            custom_attributes: {
                [key: string]: string | number | boolean;
            };
            /** @description The id that your own system gave it; absent if it has none. */
            external_id?: string | undefined;
            /** @description The ticket that it was merged into, where its messages are; absent if it was not. It takes no changes until it is separated again. */
            merged_into?: string | undefined;
            /** @description Who gets the replies besides the contact, and may answer; absent if nobody does. */
            participants?: {
                email: string;
                name: string;
            }[] | undefined;
            ai: {
                intent: components["schemas"]["Intent"];
                /** @enum {string} */
                urgency: "urgent" | "high" | "normal" | "low";
                /** @enum {string} */
                sentiment: "frustrated" | "neutral" | "positive" | "unknown";
                /** @description Calibrated probability that the intent is right. */
                confidence: number;
                /** @description Whether there is a draft to approve. False after an agent has replied, and while the ticket is resolved or archived. */
                draft_ready: boolean;
                /** @example drf_01kadszz00e2xv0f1b2c3d4e5f */
                draft_id: string | null;
                suggested_articles: {
                    /** @example kb_01kadszz00e2xv0f1b2c3d4e5f */
                    article_id: string;
                    title: string;
                    relevance_score: number;
                }[];
            };
            message_count: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            last_message_at: string;
            /**
             * Format: date-time
             * @description When the customer sent the oldest unanswered message.
             * @example 2026-11-21T09:30:00.000Z
             */
            waiting_since: string | null;
        };
        Draft: {
            /** @example drf_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            /** @example tkt_01kadszz00e2xv0f1b2c3d4e5f */
            conversation_id: string;
            /** @example msg_01kadszz00e2xv0f1b2c3d4e5f */
            in_reply_to: string;
            /** @description Plain text converted from the articles' Markdown and HTML: tables become lines, and a link's text is followed by its address. */
            body: string;
            /**
             * @description `superseded`: retracted, because an agent has replied, the ticket was resolved, or an article it quotes changed or is not published any more.
             * @enum {string}
             */
            status: "ready" | "approved" | "superseded";
            /** @description The customer has written since, or the draft was retracted; it can no longer be approved. */
            stale: boolean;
            confidence: number;
            sources: {
                /** @example kb_01kadszz00e2xv0f1b2c3d4e5f */
                article_id: string;
                title: string;
                relevance_score: number;
                /** @description Plain text of the article, without Markdown, tags and scripts. */
                excerpt: string;
            }[];
            /** @description The sentences of the body, each with the parts of articles that support it: characters (Unicode code points) of what `GET /v1/knowledge/articles/:id/text` returned when the draft was written. Null for drafts of earlier versions. */
            sentences: {
                text: string;
                sources: {
                    /** @example kb_01kadszz00e2xv0f1b2c3d4e5f */
                    article_id: string;
                    start: number;
                    end: number;
                }[];
                /** @description True where no article supports it; greeting, closing and the line of the sources need none. */
                unsupported: boolean;
            }[] | null;
            /** @description `extractive`, or the name of the language model. */
            generated_by: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        Approval: {
            draft: components["schemas"]["Draft"];
            message: components["schemas"]["Message"];
        };
        ApproveDraft: {
            draft_id?: string | undefined;
            /** @description What is sent in place of the draft's own words. It is recorded: drafts learn from it. */
            body?: string | undefined;
            /** @description The latest message that you have read, notes among them. If the conversation has a newer one, nothing is sent: the error is `newer_message`, with `newer_message_id`. */
            if_last_message_id?: string | undefined;
        };
        DiscardDraft: {
            reason?: string | undefined;
        };
        Presence: {
            conversation_id: string;
            /** @description Those who came first are first. */
            agents: {
                id: string;
                /** @enum {string} */
                state: "viewing" | "typing";
            }[];
        };
        SetPresence: {
            /** @enum {string} */
            state: "viewing" | "typing" | "left";
        };
        ArticleList: {
            data: components["schemas"]["Article"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        Article: {
            /** @example kb_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            title: string;
            body: string;
            tags: string[];
            /** @enum {string} */
            status: "published" | "draft" | "archived";
            word_count: number;
            retrieval_count: number;
            /**
             * Format: date-time
             * @description Null until the search engine has confirmed the indexing.
             * @example 2026-11-21T09:30:00.000Z
             */
            indexed_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /** @description The id that your own system gave it; absent if it has none. */
            external_id?: string | undefined;
        };
        ChangedArticle: components["schemas"]["Article"] & {
            /** @description The knowledge tests that passed before and fail now; absent if there are none, or if running them takes more than two seconds: `knowledge.regression` events report them in any case. */
            broken_tests?: components["schemas"]["KnowledgeTest"][] | undefined;
        };
        KnowledgeTest: {
            /** @example knt_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            question: string;
            /**
             * @description The article that has to be a search's first result; null where no article may be found.
             * @example kb_01kadszz00e2xv0f1b2c3d4e5f
             */
            article_id: string | null;
            /** @description Null until it was run as it is now, within seconds. */
            passed: boolean | null;
            /**
             * @description What the last run found; null for nothing.
             * @example kb_01kadszz00e2xv0f1b2c3d4e5f
             */
            found_article_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            run_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        NewArticle: {
            title: string;
            /** @description Plain text, Markdown or HTML. Searches and drafts quote it as plain text. */
            body: string;
            tags?: string[] | undefined;
            /**
             * @description `published` if not given.
             * @enum {string}
             */
            status?: ("published" | "draft") | undefined;
            /** @description The id that your own system gave it. */
            external_id?: string | undefined;
        };
        ArticleText: {
            /** @example kb_01kadszz00e2xv0f1b2c3d4e5f */
            article_id: string;
            text: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        ArticleChanges: {
            title?: string | undefined;
            /** @description Plain text, Markdown or HTML. Searches and drafts quote it as plain text. */
            body?: string | undefined;
            /** @description Replaces the tags. */
            tags?: string[] | undefined;
            /**
             * @description `published` also restores an archived article.
             * @enum {string}
             */
            status?: ("published" | "draft") | undefined;
            /** @description Null removes it. */
            external_id?: (string | null) | undefined;
        };
        ArchiveArticle: Record<string, never>;
        SearchResults: {
            results: components["schemas"]["SearchResult"][];
            /** @description Only with `include=candidates`. */
            candidates?: components["schemas"]["SearchCandidate"][] | undefined;
            /**
             * @description Only for some seconds after a start or an import, in a workspace of many articles: some of them have not been read yet. No gap is counted then.
             * @enum {boolean}
             */
            search_incomplete?: true | undefined;
        };
        SearchResult: {
            /** @example kb_01kadszz00e2xv0f1b2c3d4e5f */
            article_id: string;
            title: string;
            relevance_score: number;
            /** @description Plain text of the article, without Markdown, tags and scripts. */
            excerpt: string;
        };
        SearchCandidate: {
            /** @example kb_01kadszz00e2xv0f1b2c3d4e5f */
            article_id: string;
            title: string;
            relevance_score: number;
            /** @description The lowest `relevance_score` that answers a question. */
            cutoff: number;
            features: {
                /**
                 * @description `word_score_of_best`: The word score (BM25) as a share of the best article's. `word_score_of_ideal`: The word score as a share of what an ideal article would have. `words_found`: The share of the question's words that the article has, by how informative they are. `words_found_in_title`: The same for its title. `title_explained`: The share of the title's words that the question has. `passage_similarity`: The similarity of the best passage to the question. `title_similarity`: The similarity of the title to the question. `similarity_behind_best`: The similarity of title and passage, less that of the most similar other article. `word_score`: The word score, damped. `second_passage_similarity`: The similarity of the second passage. `similarity_above_usual`: The similarity, less that of the best ten articles. `word_score_above_usual`: The word score, less that of the best ten articles. `word_score_z`: How far the word score stands out, by the words found. `similarity_z`: How far the similarity stands out, by the similarity. `question_length`: The number of the question's words, damped. `base_rate`: 1 for every article.
                 * @enum {string}
                 */
                name: "word_score_of_best" | "word_score_of_ideal" | "words_found" | "words_found_in_title" | "title_explained" | "passage_similarity" | "title_similarity" | "similarity_behind_best" | "word_score" | "second_passage_similarity" | "similarity_above_usual" | "word_score_above_usual" | "word_score_z" | "similarity_z" | "question_length" | "base_rate";
                value: number;
                /** @description What the feature adds to the logarithm of the article's odds. */
                contribution: number;
            }[];
            /** @description What the article lacks or has instead. */
            further_features: {
                /** @description Later rankings may have others. `word_score_above_rival`: The word score, less that of the best other article. `words_found_above_rival`: The words found, less those of the best other article. `words_misspelled`: The share of words found by another spelling. `words_unknown`: The share of words that no article has. `words_elsewhere`: The share of words that only other articles have. `word_missing_most`: The share of the most informative word that it lacks. `words_missing`: The number of words that it lacks. `codes_missing`: The share of product numbers, versions and error codes that it lacks. `codes_found`: The number of those that it has. `title_names_another_code`: 1 if its title has a code and none of these. `names_missing`: The share of names that it lacks. `is_opposite`: 1 if its title is about the opposite of what is asked. `is_another_of_kind`: 1 if it is about another country, platform, plan or role than the question. `is_another_matter`: 1 if a question of up to six words has a number or a name that no article has, or its title leads the other way ("on" and "off", "from" and "to"). `has_only_code`: 1 if no other article has a product number, version or error code of the question, -1 if another one alone has it. */
                name: string;
                value: number;
                /** @description What the feature adds to the logarithm of the article's odds. */
                contribution: number;
            }[];
        };
        Search: {
            /** @description A question in natural language, or the text of a mail that asks it: of a long text the first words count. Line ends and tabs count as spaces. */
            query: string;
            /** @description `5` if not given. */
            top_k?: number | undefined;
            /** @description The article must have all of them. `[]` if not given. */
            tags?: string[] | undefined;
        };
        GapList: {
            data: components["schemas"]["Gap"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        Gap: {
            /** @example gap_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            topic: string;
            frequency: number;
            /** @enum {string} */
            status: "open" | "resolved";
            /** @description The most frequent phrasings. A phrasing that occurs only in deleted tickets is deleted with them after 30 days. */
            example_queries: string[];
            /** @description The latest tickets with this question. Deleted tickets are left out, but still count in `frequency`. */
            ticket_ids: string[];
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            last_seen_at: string;
            /** @example kb_01kadszz00e2xv0f1b2c3d4e5f */
            resolved_by_article_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        KnowledgeTestList: {
            data: components["schemas"]["KnowledgeTest"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        NewKnowledgeTest: {
            /** @description Line ends and tabs count as spaces. */
            question: string;
            /** @description The article that has to be a search's first result; null where no article may be found. */
            article_id: string | null;
        };
        KnowledgeTestRun: {
            passed: number;
            failed: number;
            /** @description Tests that five seconds were not enough for, or that the AI service was not available for. */
            not_run: number;
            /** @description Those that passed before and fail now. */
            broken_tests: components["schemas"]["KnowledgeTest"][];
            tests: components["schemas"]["KnowledgeTest"][];
        };
        RunKnowledgeTests: Record<string, never>;
        KnowledgeTestChanges: {
            /** @description Line ends and tabs count as spaces. */
            question?: string | undefined;
            /** @description The article that has to be a search's first result; null where no article may be found. */
            article_id?: (string | null) | undefined;
        };
        EventList: {
            data: components["schemas"]["Event"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        Event: {
            /** @example evt_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            /**
             * @description `webhook.test` only in the event that the test of a webhook sends, which has the sequence 0 and is in no list.
             * @enum {string}
             */
            type: "ticket.created" | "ticket.updated" | "ticket.deleted" | "ticket.restored" | "ticket.merged" | "ticket.unmerged" | "ticket.signals_updated" | "message.created" | "message.status_changed" | "draft.ready" | "draft.withdrawn" | "draft.approved" | "draft.discarded" | "contact.created" | "contact.updated" | "contact.merged" | "contact.erased" | "article.created" | "article.updated" | "article.published" | "article.archived" | "article.deleted" | "gap.opened" | "gap.resolved" | "gap.reopened" | "knowledge.regression" | "agent.created" | "agent.updated" | "agent.deactivated" | "group.created" | "group.updated" | "group.deleted" | "webhook.disabled" | "mail.quarantined" | "webhook.test";
            /** @description Counts the workspace's events: 1, 2, 3 … without gaps. */
            sequence: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            actor: {
                /** @enum {string} */
                type: "api_key" | "agent" | "contact" | "system";
                /** @description Null: the system. */
                id: string | null;
            };
            /** @description The request that caused it; null where none did. */
            request_id: string | null;
            resource: {
                type: string;
                id: string;
            };
            data: {
                /** @description The resource as its GET showed it after the change; before it if it was deleted. A ticket has no messages and no participants here, a gap no `topic` and no `example_queries`. */
                object: {
                    [key: string]: unknown;
                };
                /** @description The fields that changed, as they were; null where there was nothing before, a field's value as well as all of it. */
                previous: {
                    [key: string]: unknown;
                } | null;
            };
        };
        TicketEventList: {
            data: components["schemas"]["Event"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        Me: {
            /** @description Null for a session of the console. */
            key: {
                /** @example key_01kadszz00e2xv0f1b2c3d4e5f */
                id: string;
                masked: string;
                /**
                 * @description The version of its requests that name none.
                 * @enum {string}
                 */
                api_version: "2026-11-21" | "2026-11-22";
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                expires_at: string | null;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                created_at: string;
            } | null;
            /** @description Only of a session of the console. */
            session?: {
                /** @example ses_01kadszz00e2xv0f1b2c3d4e5f */
                id: string;
                /** @enum {string} */
                role: "admin" | "agent";
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                expires_at: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                created_at: string;
            } | undefined;
            owner: {
                /** @example usr_01kadszz00e2xv0f1b2c3d4e5f */
                id: string;
                name: string;
                email: string;
            };
            workspace: {
                /** @example wsp_01kadszz00e2xv0f1b2c3d4e5f */
                id: string;
                name: string;
            };
            scopes: ("tickets:read" | "tickets:write" | "knowledge:read" | "knowledge:write" | "events:read" | "webhooks:read" | "webhooks:write" | "contacts:read" | "contacts:write" | "workspace:read" | "workspace:write" | "keys:read" | "keys:write")[];
            plan: string;
            limits: {
                per_minute: {
                    /** @description Requests per minute. */
                    limit: number;
                    remaining: number;
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    resets_at: string;
                };
                burst: {
                    /** @description Requests in 10 seconds. */
                    limit: number;
                    remaining: number;
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    resets_at: string;
                };
                /** @description Null: no limit. */
                per_day: {
                    /** @description Requests per UTC day. */
                    limit: number;
                    remaining: number;
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    resets_at: string;
                } | null;
                /** @description Null: no limit. */
                concurrent: {
                    limit: number;
                    remaining: number;
                } | null;
            };
        };
        ContactList: {
            data: components["schemas"]["ContactDetails"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        ContactDetails: {
            /** @example cnt_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            name: string;
            /** @description The main address. */
            email: string | null;
            avatar_url: string | null;
            external_id: string | null;
            /** @description All addresses, the main one first. */
            addresses: string[];
            custom_attributes: {
                [key: string]: string | number | boolean;
            };
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the contact's newest message came in, within seconds.
             * @example 2026-11-21T09:30:00.000Z
             */
            last_seen_at: string | null;
            /** @description Addresses that mail comes back from; only of contacts that have one. */
            undeliverable?: {
                email: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                since: string;
                reason: string;
            }[] | undefined;
        };
        /** @description `email` or `external_id` is required. */
        NewContact: {
            /** Format: email */
            email?: string | undefined;
            name?: string | undefined;
            /** @description The id that your own system gave it. */
            external_id?: string | undefined;
            /** @description Further addresses. */
            addresses?: string[] | undefined;
            /** @description Values by keys that the workspace defines. */
            custom_attributes?: {
                [key: string]: string | number | boolean | null;
            } | undefined;
        };
        ContactChanges: {
            /**
             * Format: email
             * @description Takes the place of the main address.
             */
            email?: string | undefined;
            name?: string | undefined;
            /** @description Null removes it. */
            external_id?: (string | null) | undefined;
            /** @description All addresses, the main one first; replaces those there. */
            addresses?: string[] | undefined;
            /** @description Merged with the existing attributes; null removes a key. */
            custom_attributes?: {
                [key: string]: string | number | boolean | null;
            } | undefined;
        };
        ContactMerge: {
            /** @description The contact that this one becomes. */
            into: string;
        };
        AgentList: {
            data: components["schemas"]["Agent"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        Agent: {
            /** @example usr_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            name: string;
            email: string;
            /**
             * Format: date-time
             * @description A deactivated agent gets no tickets, and the agent's keys are refused.
             * @example 2026-11-21T09:30:00.000Z
             */
            deactivated_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        NewAgent: {
            name: string;
            /** Format: email */
            email: string;
        };
        AgentChanges: {
            name?: string | undefined;
            deactivated?: boolean | undefined;
        };
        GroupList: {
            data: components["schemas"]["GroupDetails"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        GroupDetails: {
            /** @example grp_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            name: string;
            agent_ids: string[];
            /**
             * Format: date-time
             * @description A deactivated group gets no tickets.
             * @example 2026-11-21T09:30:00.000Z
             */
            deactivated_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        NewGroup: {
            name: string;
            agent_ids?: string[] | undefined;
        };
        GroupChanges: {
            name?: string | undefined;
            /** @description Replaces the group's agents. */
            agent_ids?: string[] | undefined;
            deactivated?: boolean | undefined;
        };
        AttributeList: {
            data: components["schemas"]["Attribute"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        Attribute: {
            key: string;
            /** @enum {string} */
            type: "string" | "number" | "boolean" | "date" | "enum";
            /** @description An enum's; null for every other type. */
            values: string[] | null;
            label: string | null;
            description: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        NewAttribute: {
            key: string;
            /** @enum {string} */
            type: "string" | "number" | "boolean" | "date" | "enum";
            /** @description An enum's values; of no other type. */
            values?: string[] | undefined;
            /** @description What people are shown in place of the key. */
            label?: string | undefined;
            description?: string | undefined;
        };
        AttributeChanges: {
            /** @description All values of an enum in their new order; those that it has must be among them, because tickets and contacts may have them. */
            values?: string[] | undefined;
            /** @description Null removes it. */
            label?: (string | null) | undefined;
            /** @description Null removes it. */
            description?: (string | null) | undefined;
        };
        DeletedAttribute: {
            key: string;
            /** @enum {boolean} */
            deleted: true;
        };
        ApiKeyList: {
            data: components["schemas"]["ApiKey"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        ApiKey: {
            /** @example key_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            name: string | null;
            /** @example usr_01kadszz00e2xv0f1b2c3d4e5f */
            owner_id: string;
            /** @description The beginning and the last four characters of the secret. */
            masked: string;
            scopes: ("tickets:read" | "tickets:write" | "knowledge:read" | "knowledge:write" | "events:read" | "webhooks:read" | "webhooks:write" | "contacts:read" | "contacts:write" | "workspace:read" | "workspace:write" | "keys:read" | "keys:write")[];
            plan: string;
            /** @description The key's own; null: the limit of its plan. */
            limits: {
                per_minute: number | null;
                burst: number | null;
                per_day: number | null;
                /** @description Whether there is no daily limit; `per_day` is null then. */
                unlimited_per_day: boolean;
                concurrent: number | null;
            };
            /**
             * @description The version of its requests that name none.
             * @enum {string}
             */
            api_version: "2026-11-21" | "2026-11-22";
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description The keys of a deactivated agent are refused.
             * @example 2026-11-21T09:30:00.000Z
             */
            owner_deactivated_at: string | null;
            /**
             * Format: date-time
             * @description The beginning of the hour in which it was last used.
             * @example 2026-11-21T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        ApiKeyWithSecret: {
            /** @example key_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            name: string | null;
            /** @example usr_01kadszz00e2xv0f1b2c3d4e5f */
            owner_id: string;
            /** @description The beginning and the last four characters of the secret. */
            masked: string;
            scopes: ("tickets:read" | "tickets:write" | "knowledge:read" | "knowledge:write" | "events:read" | "webhooks:read" | "webhooks:write" | "contacts:read" | "contacts:write" | "workspace:read" | "workspace:write" | "keys:read" | "keys:write")[];
            plan: string;
            /** @description The key's own; null: the limit of its plan. */
            limits: {
                per_minute: number | null;
                burst: number | null;
                per_day: number | null;
                /** @description Whether there is no daily limit; `per_day` is null then. */
                unlimited_per_day: boolean;
                concurrent: number | null;
            };
            /**
             * @description The version of its requests that name none.
             * @enum {string}
             */
            api_version: "2026-11-21" | "2026-11-22";
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description The keys of a deactivated agent are refused.
             * @example 2026-11-21T09:30:00.000Z
             */
            owner_deactivated_at: string | null;
            /**
             * Format: date-time
             * @description The beginning of the hour in which it was last used.
             * @example 2026-11-21T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Shown only here, and to a repetition of the request with the same Idempotency-Key and the same calling secret. */
            secret: string;
        };
        NewApiKey: {
            name?: string | undefined;
            /** @description The agent in whose name the key writes; the calling key's owner if none is given. */
            owner_id?: string | undefined;
            /** @description At most those of the calling key. */
            scopes: ("tickets:read" | "tickets:write" | "knowledge:read" | "knowledge:write" | "events:read" | "webhooks:read" | "webhooks:write" | "contacts:read" | "contacts:write" | "workspace:read" | "workspace:write" | "keys:read" | "keys:write")[];
            /**
             * @description The version of its requests that name none; if it is not given, that of this request.
             * @enum {string}
             */
            api_version?: ("2026-11-21" | "2026-11-22") | undefined;
            /** @description Each at most the calling key's own. Null: the limit of the plan. */
            limits?: {
                per_minute?: (number | null) | undefined;
                burst?: (number | null) | undefined;
                per_day?: (number | null) | undefined;
                /** @description Whether there is no daily limit; `false` stands only beside `per_day`, which says what the limit is. */
                unlimited_per_day?: boolean | undefined;
                concurrent?: (number | null) | undefined;
            } | undefined;
            /** @description In the future, and not after the calling key's own expiry. Null: never. */
            expires_at?: (((string | unknown | unknown) | null) | unknown | unknown) | undefined;
        };
        ApiKeyChanges: {
            /** @description Null removes it. */
            name?: (string | null) | undefined;
            /** @description At most those of the calling key. */
            scopes?: ("tickets:read" | "tickets:write" | "knowledge:read" | "knowledge:write" | "events:read" | "webhooks:read" | "webhooks:write" | "contacts:read" | "contacts:write" | "workspace:read" | "workspace:write" | "keys:read" | "keys:write")[] | undefined;
            /** @enum {string} */
            api_version?: ("2026-11-21" | "2026-11-22") | undefined;
            /** @description Each at most the calling key's own. Null: the limit of the plan. */
            limits?: {
                per_minute?: (number | null) | undefined;
                burst?: (number | null) | undefined;
                per_day?: (number | null) | undefined;
                /** @description Whether there is no daily limit; `false` stands only beside `per_day`, which says what the limit is. */
                unlimited_per_day?: boolean | undefined;
                concurrent?: (number | null) | undefined;
            } | undefined;
            /** @description In the future, and not after the calling key's own expiry. Null: never. */
            expires_at?: (((string | unknown | unknown) | null) | unknown | unknown) | undefined;
        };
        RotatedApiKey: {
            /** @example key_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            name: string | null;
            /** @example usr_01kadszz00e2xv0f1b2c3d4e5f */
            owner_id: string;
            /** @description The beginning and the last four characters of the secret. */
            masked: string;
            scopes: ("tickets:read" | "tickets:write" | "knowledge:read" | "knowledge:write" | "events:read" | "webhooks:read" | "webhooks:write" | "contacts:read" | "contacts:write" | "workspace:read" | "workspace:write" | "keys:read" | "keys:write")[];
            plan: string;
            /** @description The key's own; null: the limit of its plan. */
            limits: {
                per_minute: number | null;
                burst: number | null;
                per_day: number | null;
                /** @description Whether there is no daily limit; `per_day` is null then. */
                unlimited_per_day: boolean;
                concurrent: number | null;
            };
            /**
             * @description The version of its requests that name none.
             * @enum {string}
             */
            api_version: "2026-11-21" | "2026-11-22";
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description The keys of a deactivated agent are refused.
             * @example 2026-11-21T09:30:00.000Z
             */
            owner_deactivated_at: string | null;
            /**
             * Format: date-time
             * @description The beginning of the hour in which it was last used.
             * @example 2026-11-21T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until then the key is known by both secrets.
             * @example 2026-11-21T09:30:00.000Z
             */
            old_secret_valid_until: string;
            /** @description Shown only here, and to a repetition of the request with the same Idempotency-Key and the same calling secret. */
            secret: string;
        };
        Rotation: {
            /** @description For how long the old secret is accepted as well; 86400, a day, if it is not given. Secrets of earlier rotations end then at the latest. */
            old_secret_valid_seconds?: number | undefined;
        };
        MacroList: {
            data: components["schemas"]["Macro"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        Macro: {
            /** @example mcr_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            name: string;
            body: string | null;
            /** @enum {string} */
            type: "outbound" | "note";
            changes: {
                /** @enum {string} */
                status?: ("open" | "pending" | "resolved") | undefined;
                /** @enum {string} */
                priority?: ("urgent" | "high" | "normal" | "low") | undefined;
                tags?: string[] | undefined;
                assignee_id?: (string | null) | undefined;
            };
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        NewMacro: {
            name: string;
            /** @description Plain text or HTML, with at most 100 placeholders: `{{contact.name}}`, `{{contact.email}}`, `{{ticket.id}}`, `{{ticket.subject}}`, `{{ticket.status}}`, `{{ticket.priority}}`, `{{ticket.external_id}}`, `{{assignee.name}}`, `{{group.name}}`, `{{agent.name}}`, `{{agent.email}}`. They stand for the ticket as it is after the changes, and for the author of the message; what a ticket does not have is empty. */
            body?: string | undefined;
            /**
             * @description What the body becomes: `outbound` is sent to the customer; a `note` is visible to agents only.
             * @enum {string}
             */
            type?: ("outbound" | "note") | undefined;
            /** @description What changes of the ticket; other fields stay. */
            changes?: {
                /** @enum {string} */
                status?: ("open" | "pending" | "resolved") | undefined;
                /** @enum {string} */
                priority?: ("urgent" | "high" | "normal" | "low") | undefined;
                /** @description Added to the ticket's. */
                tags?: string[] | undefined;
                /** @description Null unassigns. */
                assignee_id?: (string | null) | undefined;
            } | undefined;
        };
        MacroChanges: {
            name?: string | undefined;
            /** @description Null removes it. */
            body?: (string | null) | undefined;
            /**
             * @description What the body becomes: `outbound` is sent to the customer; a `note` is visible to agents only.
             * @enum {string}
             */
            type?: ("outbound" | "note") | undefined;
            /** @description Replaces all changes. */
            changes?: {
                /** @enum {string} */
                status?: ("open" | "pending" | "resolved") | undefined;
                /** @enum {string} */
                priority?: ("urgent" | "high" | "normal" | "low") | undefined;
                /** @description Added to the ticket's. */
                tags?: string[] | undefined;
                /** @description Null unassigns. */
                assignee_id?: (string | null) | undefined;
            } | undefined;
        };
        MailboxList: {
            data: components["schemas"]["Mailbox"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        Mailbox: {
            /** @example mbx_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            address: string;
            /** @description The name in front of the address of mails that leave. */
            name: string;
            /** @description The group of tickets that come in. */
            group_id: string | null;
            signature: string;
            auto_reply: {
                enabled: boolean;
                body: string;
            };
            /** @enum {string} */
            intake: "smtp" | "imap" | "api";
            /** @description How its account is read; null unless intake is `imap`. */
            imap: {
                /** @enum {string} */
                state: "waiting" | "connecting" | "connected" | "failed";
                /** @description Why the account cannot be read at the moment. */
                error: string | null;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                last_mail_at: string | null;
                /** @description The last mail that was not taken in, and why. */
                last_skipped: {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    at: string;
                    reason: string;
                } | null;
            } | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        NewMailbox: {
            /**
             * Format: email
             * @description One address belongs to one mailbox of the installation.
             */
            address: string;
            name?: string | undefined;
            group_id?: (string | null) | undefined;
            signature?: string | undefined;
            /** @description An answer to each new ticket, to one address at most once an hour and never to automatic mail. */
            auto_reply?: {
                enabled: boolean;
                body?: string | undefined;
            } | undefined;
            /**
             * @description How its mail comes in. `imap` reads the account of `imap_url`; mail that is relayed to the SMTP listener or uploaded is taken in either way. `"smtp"` if not given.
             * @enum {string}
             */
            intake?: ("smtp" | "imap" | "api") | undefined;
            /**
             * Format: uri
             * @description The account to read, with user and password, and the folder, percent-encoded; INBOX without one. It is stored encrypted, and no response shows it.
             * @example imaps://support:secret@mail.papermoss.example/INBOX
             */
            imap_url?: string | undefined;
        };
        MailboxChanges: {
            name?: string | undefined;
            /** @description Null removes it. */
            group_id?: (string | null) | undefined;
            signature?: string | undefined;
            /** @description An answer to each new ticket, to one address at most once an hour and never to automatic mail. */
            auto_reply?: {
                enabled: boolean;
                body?: string | undefined;
            } | undefined;
            /**
             * @description How its mail comes in. `imap` reads the account of `imap_url`; mail that is relayed to the SMTP listener or uploaded is taken in either way.
             * @enum {string}
             */
            intake?: ("smtp" | "imap" | "api") | undefined;
            /**
             * Format: uri
             * @description The account to read, with user and password, and the folder, percent-encoded; INBOX without one. It is stored encrypted, and no response shows it.
             * @example imaps://support:secret@mail.papermoss.example/INBOX
             */
            imap_url?: (string | null) | undefined;
        };
        TakenMail: {
            /** @example mail_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            /**
             * @description What became of it.
             * @enum {string}
             */
            status: "message" | "bounce" | "quarantined" | "dropped";
            /** @description Why it is quarantined, or was; else null. */
            reason: string | null;
            ticket_id: string | null;
            /** @description The message that it became, or that a bounce is about. */
            message_id: string | null;
        };
        QuarantinedMailList: {
            data: components["schemas"]["QuarantinedMail"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        QuarantinedMail: {
            /** @example mail_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            /** @example mbx_01kadszz00e2xv0f1b2c3d4e5f */
            mailbox_id: string;
            /** @enum {string} */
            status: "quarantined";
            /**
             * @description `too_many`: more than 30 in an hour from this sender. `own_address`: the sender is an address of the workspace itself. `automatic_reply`: an automatic answer to nothing that was sent.
             * @enum {string}
             */
            reason: "too_many" | "own_address" | "automatic_reply";
            from: {
                email: string;
                name: string;
            };
            subject: string;
            authentication: {
                spf: string;
                dkim: string;
                dmarc: string;
            };
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            received_at: string;
        };
        Account: {
            /** @example usr_01kadszz00e2xv0f1b2c3d4e5f */
            agent_id: string;
            email: string;
            /**
             * @description `agent`: tickets, contacts and the knowledge base; `admin`: everything.
             * @enum {string}
             */
            role: "admin" | "agent";
            /** @enum {string} */
            status: "invited" | "active" | "deactivated";
            second_factor: boolean;
            /** @description Whether the account belongs to a person of the installation's OpenID Connect provider, who has signed in there. */
            provider_linked: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            last_sign_in_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        Invitation: {
            /**
             * @description `agent`: tickets, contacts and the knowledge base; `admin`: everything.
             * @enum {string}
             */
            role?: ("admin" | "agent") | undefined;
            /**
             * @description Of the mail. `"en"` if not given.
             * @enum {string}
             */
            language?: ("en" | "de") | undefined;
        };
        AccountList: {
            data: components["schemas"]["Account"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        AccountChanges: {
            /**
             * @description `agent`: tickets, contacts and the knowledge base; `admin`: everything.
             * @enum {string}
             */
            role: "admin" | "agent";
        };
        AuditEventList: {
            data: components["schemas"]["AuditEvent"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        AuditEvent: {
            /** @example aud_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            /** @enum {string} */
            type: "signed_in" | "sign_in_failed" | "signed_out" | "session_revoked" | "sessions_revoked" | "invited" | "sign_in_link_created" | "password_reset_requested" | "password_changed" | "second_factor_enabled" | "second_factor_disabled" | "recovery_code_used" | "recovery_codes_replaced" | "role_changed" | "provider_linked" | "provider_unlinked" | "deactivated" | "reactivated";
            /**
             * @description Whose account it is about.
             * @example usr_01kadszz00e2xv0f1b2c3d4e5f
             */
            agent_id: string;
            /** @description The agent or API key that did it; null for a person who was not signed in, and for the command line. */
            actor_id: string | null;
            /** @description The name of the API key that did it, revoked or not, or its masked secret where it has no name; null for others. */
            actor_key_name: string | null;
            address: string | null;
            /**
             * @description The role that the account got, of `invited` and `role_changed`; null for other events.
             * @enum {string|null}
             */
            role: "admin" | "agent" | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        Workspace: {
            /** @example wsp_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            /** @description Whether an open ticket becomes `pending` when an agent replies. What the customer writes opens it again. */
            pending_after_reply: boolean;
        };
        WorkspaceChanges: {
            pending_after_reply?: boolean | undefined;
        };
        WebhookList: {
            data: components["schemas"]["Webhook"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
        Webhook: {
            /** @example whk_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            url: string;
            types: string[];
            description: string;
            enabled: boolean;
            /**
             * @description Why the system disabled it: the endpoint returned 410, or failed for five days.
             * @enum {string|null}
             */
            disabled_reason: "gone" | "failing" | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        WebhookWithSecret: {
            /** @example whk_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            url: string;
            types: string[];
            description: string;
            enabled: boolean;
            /**
             * @description Why the system disabled it: the endpoint returned 410, or failed for five days.
             * @enum {string|null}
             */
            disabled_reason: "gone" | "failing" | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * @description What deliveries are signed with. Shown only here.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw9vXGRQO7xVw=
             */
            secret: string;
        };
        NewWebhook: {
            /**
             * Format: uri
             * @description http or https, without credentials, at a public address: loopback and private networks are refused.
             */
            url: string;
            /** @description Types of events; `ticket.*` for all of a kind. */
            types: ("ticket.created" | "ticket.updated" | "ticket.deleted" | "ticket.restored" | "ticket.merged" | "ticket.unmerged" | "ticket.signals_updated" | "message.created" | "message.status_changed" | "draft.ready" | "draft.withdrawn" | "draft.approved" | "draft.discarded" | "contact.created" | "contact.updated" | "contact.merged" | "contact.erased" | "article.created" | "article.updated" | "article.published" | "article.archived" | "article.deleted" | "gap.opened" | "gap.resolved" | "gap.reopened" | "knowledge.regression" | "agent.created" | "agent.updated" | "agent.deactivated" | "group.created" | "group.updated" | "group.deleted" | "webhook.disabled" | "mail.quarantined" | "ticket.*" | "message.*" | "draft.*" | "contact.*" | "article.*" | "gap.*" | "knowledge.*" | "agent.*" | "group.*" | "webhook.*" | "mail.*")[];
            description?: string | undefined;
            /** @description `true` if not given. */
            enabled?: boolean | undefined;
        };
        WebhookChanges: {
            /**
             * Format: uri
             * @description http or https, without credentials, at a public address: loopback and private networks are refused.
             */
            url?: string | undefined;
            /** @description Types of events; `ticket.*` for all of a kind. */
            types?: ("ticket.created" | "ticket.updated" | "ticket.deleted" | "ticket.restored" | "ticket.merged" | "ticket.unmerged" | "ticket.signals_updated" | "message.created" | "message.status_changed" | "draft.ready" | "draft.withdrawn" | "draft.approved" | "draft.discarded" | "contact.created" | "contact.updated" | "contact.merged" | "contact.erased" | "article.created" | "article.updated" | "article.published" | "article.archived" | "article.deleted" | "gap.opened" | "gap.resolved" | "gap.reopened" | "knowledge.regression" | "agent.created" | "agent.updated" | "agent.deactivated" | "group.created" | "group.updated" | "group.deleted" | "webhook.disabled" | "mail.quarantined" | "ticket.*" | "message.*" | "draft.*" | "contact.*" | "article.*" | "gap.*" | "knowledge.*" | "agent.*" | "group.*" | "webhook.*" | "mail.*")[] | undefined;
            /** @description Null removes it. */
            description?: (string | null) | undefined;
            enabled?: boolean | undefined;
        };
        Delivery: {
            /** @example dlv_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            /** @example whk_01kadszz00e2xv0f1b2c3d4e5f */
            webhook_id: string;
            /** @example evt_01kadszz00e2xv0f1b2c3d4e5f */
            event_id: string;
            event_type: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            attempts: {
                number: number;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                started_at: string;
                duration_ms: number;
                /** @description Null where no response came. */
                status_code: number | null;
                error: string | null;
                /** @description The first KiB. */
                response_body: string | null;
            }[];
        };
        Replay: {
            /** @example whk_01kadszz00e2xv0f1b2c3d4e5f */
            id: string;
            /** @description Deliveries. */
            queued: number;
        };
        ReplayRequest: {
            /** @description A sequence; every later event that is kept is sent again. */
            after: number;
        };
        DeliveryList: {
            data: components["schemas"]["Delivery"][];
            has_more: boolean;
            /** @description Null when `has_more` is false. */
            next_cursor: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type ContactByEmail = components['schemas']['ContactByEmail'];
export type ContactById = components['schemas']['ContactById'];
export type TicketList = components['schemas']['TicketList'];
export type Ticket = components['schemas']['Ticket'];
export type Contact = components['schemas']['Contact'];
export type Assignee = components['schemas']['Assignee'];
export type Group = components['schemas']['Group'];
export type Intent = components['schemas']['Intent'];
export type Error = components['schemas']['Error'];
export type NewTicket = components['schemas']['NewTicket'];
export type TicketCounts = components['schemas']['TicketCounts'];
export type Figures = components['schemas']['Figures'];
export type BulkJob = components['schemas']['BulkJob'];
export type TicketBulk = components['schemas']['TicketBulk'];
export type BulkResultList = components['schemas']['BulkResultList'];
export type BulkResult = components['schemas']['BulkResult'];
export type TicketBulkCancel = components['schemas']['TicketBulkCancel'];
export type TicketChanges = components['schemas']['TicketChanges'];
export type Deleted = components['schemas']['Deleted'];
export type RestoreTicket = components['schemas']['RestoreTicket'];
export type TicketMerge = components['schemas']['TicketMerge'];
export type TicketUnmerge = components['schemas']['TicketUnmerge'];
export type ImportResults = components['schemas']['ImportResults'];
export type TicketImport = components['schemas']['TicketImport'];
export type ImportedTicket = components['schemas']['ImportedTicket'];
export type ExportLine = components['schemas']['ExportLine'];
export type ConversationWithMessages = components['schemas']['ConversationWithMessages'];
export type Message = components['schemas']['Message'];
export type Attachment = components['schemas']['Attachment'];
export type MessageList = components['schemas']['MessageList'];
export type NewMessage = components['schemas']['NewMessage'];
export type AddTags = components['schemas']['AddTags'];
export type AppliedMacro = components['schemas']['AppliedMacro'];
export type MacroApplication = components['schemas']['MacroApplication'];
export type ConversationList = components['schemas']['ConversationList'];
export type Conversation = components['schemas']['Conversation'];
export type Draft = components['schemas']['Draft'];
export type Approval = components['schemas']['Approval'];
export type ApproveDraft = components['schemas']['ApproveDraft'];
export type DiscardDraft = components['schemas']['DiscardDraft'];
export type Presence = components['schemas']['Presence'];
export type SetPresence = components['schemas']['SetPresence'];
export type ArticleList = components['schemas']['ArticleList'];
export type Article = components['schemas']['Article'];
export type ChangedArticle = components['schemas']['ChangedArticle'];
export type KnowledgeTest = components['schemas']['KnowledgeTest'];
export type NewArticle = components['schemas']['NewArticle'];
export type ArticleText = components['schemas']['ArticleText'];
export type ArticleChanges = components['schemas']['ArticleChanges'];
export type ArchiveArticle = components['schemas']['ArchiveArticle'];
export type SearchResults = components['schemas']['SearchResults'];
export type SearchResult = components['schemas']['SearchResult'];
export type SearchCandidate = components['schemas']['SearchCandidate'];
export type Search = components['schemas']['Search'];
export type GapList = components['schemas']['GapList'];
export type Gap = components['schemas']['Gap'];
export type KnowledgeTestList = components['schemas']['KnowledgeTestList'];
export type NewKnowledgeTest = components['schemas']['NewKnowledgeTest'];
export type KnowledgeTestRun = components['schemas']['KnowledgeTestRun'];
export type RunKnowledgeTests = components['schemas']['RunKnowledgeTests'];
export type KnowledgeTestChanges = components['schemas']['KnowledgeTestChanges'];
export type EventList = components['schemas']['EventList'];
export type Event = components['schemas']['Event'];
export type TicketEventList = components['schemas']['TicketEventList'];
export type Me = components['schemas']['Me'];
export type ContactList = components['schemas']['ContactList'];
export type ContactDetails = components['schemas']['ContactDetails'];
export type NewContact = components['schemas']['NewContact'];
export type ContactChanges = components['schemas']['ContactChanges'];
export type ContactMerge = components['schemas']['ContactMerge'];
export type AgentList = components['schemas']['AgentList'];
export type Agent = components['schemas']['Agent'];
export type NewAgent = components['schemas']['NewAgent'];
export type AgentChanges = components['schemas']['AgentChanges'];
export type GroupList = components['schemas']['GroupList'];
export type GroupDetails = components['schemas']['GroupDetails'];
export type NewGroup = components['schemas']['NewGroup'];
export type GroupChanges = components['schemas']['GroupChanges'];
export type AttributeList = components['schemas']['AttributeList'];
export type Attribute = components['schemas']['Attribute'];
export type NewAttribute = components['schemas']['NewAttribute'];
export type AttributeChanges = components['schemas']['AttributeChanges'];
export type DeletedAttribute = components['schemas']['DeletedAttribute'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyWithSecret = components['schemas']['ApiKeyWithSecret'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type ApiKeyChanges = components['schemas']['ApiKeyChanges'];
export type RotatedApiKey = components['schemas']['RotatedApiKey'];
export type Rotation = components['schemas']['Rotation'];
export type MacroList = components['schemas']['MacroList'];
export type Macro = components['schemas']['Macro'];
export type NewMacro = components['schemas']['NewMacro'];
export type MacroChanges = components['schemas']['MacroChanges'];
export type MailboxList = components['schemas']['MailboxList'];
export type Mailbox = components['schemas']['Mailbox'];
export type NewMailbox = components['schemas']['NewMailbox'];
export type MailboxChanges = components['schemas']['MailboxChanges'];
export type TakenMail = components['schemas']['TakenMail'];
export type QuarantinedMailList = components['schemas']['QuarantinedMailList'];
export type QuarantinedMail = components['schemas']['QuarantinedMail'];
export type Account = components['schemas']['Account'];
export type Invitation = components['schemas']['Invitation'];
export type AccountList = components['schemas']['AccountList'];
export type AccountChanges = components['schemas']['AccountChanges'];
export type AuditEventList = components['schemas']['AuditEventList'];
export type AuditEvent = components['schemas']['AuditEvent'];
export type Workspace = components['schemas']['Workspace'];
export type WorkspaceChanges = components['schemas']['WorkspaceChanges'];
export type WebhookList = components['schemas']['WebhookList'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type NewWebhook = components['schemas']['NewWebhook'];
export type WebhookChanges = components['schemas']['WebhookChanges'];
export type Delivery = components['schemas']['Delivery'];
export type Replay = components['schemas']['Replay'];
export type ReplayRequest = components['schemas']['ReplayRequest'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type $defs = Record<string, never>;
export interface operations {
    listTickets: {
        parameters: {
            query?: {
                status?: ("open" | "pending" | "resolved" | "archived" | "all") | undefined;
                priority?: ("urgent" | "high" | "normal" | "low") | undefined;
                /** @description An agent's id, or the word `unassigned`. */
                assignee?: string | undefined;
                group?: string | undefined;
                channel?: ("email" | "chat" | "widget" | "api" | "phone") | undefined;
                tag?: string | undefined;
                /** @description A contact's id or email address, ignoring case. An unknown contact matches no ticket. */
                contact?: (string) | undefined;
                /** @description Only tickets whose first mail came to this mailbox. */
                mailbox?: string | undefined;
                /**
                 * @description What the customer wants. One of:
                 *
                 *     - `order_place`: Wants to buy, book, subscribe to or start something. “I want to buy this”, “how do I place an order”
                 *     - `order_status`: Asks where an order, parcel or delivery is, or says that it has not arrived. “where is my order”, “my parcel has not arrived yet”
                 *     - `order_cancel`: Wants to cancel an order, a booking or a subscription. “cancel my order”, “I no longer want the order I placed”
                 *     - `order_change`: Wants to change the items or details of an order or a booking. “I need to change something in my order”, “swap the item for a different size”
                 *     - `shipping_info`: Asks about delivery areas, options, times or costs before ordering. “do you deliver to my area”, “do you ship to my zip code”
                 *     - `address_change`: Wants to set or change an address. “change my delivery address”, “I moved, update my address”
                 *     - `refund_request`: Wants money back, or to return, exchange or replace something. “I want my money back”, “I'd like a refund”
                 *     - `refund_status`: A refund was promised or requested and has not been seen. “where is my refund”, “I still haven't received my refund”
                 *     - `refund_policy`: Asks about the rules of returns, refunds and cancellation fees. “what is your return policy”, “how many days do I have to return something”
                 *     - `invoice_billing`: Wants an invoice, a bill or a receipt, or to know the amount due. “I need a copy of my invoice”, “where can I find my bill”
                 *     - `charge_dispute`: A fee is unexpected, wrong or was taken twice. “I was charged twice”, “there is an extra fee on my statement”
                 *     - `payment_problem`: A payment, transfer, top-up or withdrawal failed, was declined or is pending. “my payment failed”, “my card was declined”
                 *     - `payment_methods`: Asks which ways to pay are accepted. “which payment methods do you accept”, “can I pay with PayPal”
                 *     - `account_create`: Wants to sign up, or cannot. “how do I create an account”, “I can't sign up”
                 *     - `account_access`: Cannot log in, or has a password, PIN or code problem. “I forgot my password”, “I can't log in”
                 *     - `account_verify`: Asks about, or has trouble with, proving an identity, an email address or a phone number. “how do I verify my identity”, “why do I need to verify my account”
                 *     - `account_update`: Wants to change personal details, or to switch the account or plan. “change my email address”, “update my phone number”
                 *     - `account_close`: Wants the account closed or deleted. “delete my account”, “close my account”
                 *     - `product_info`: Asks about features, prices, sizes, availability, eligibility or suitability before buying. “tell me about the features”, “what is the price”
                 *     - `promotions`: Asks about offers, coupons, rewards, referrals or newsletters. “do you have any offers”, “my coupon code does not work”
                 *     - `technical_issue`: A product, card, app or piece of software does not work. “the app crashes”, “it is not working”
                 *     - `fraud_security`: Something was lost, stolen or compromised, or an activity is not recognised. “someone hacked my account”, “I don't recognise this transaction”
                 *     - `complaint_feedback`: Complains about, criticises, reviews or praises the service. “I want to make a complaint”, “your service is terrible”
                 *     - `contact_support`: Wants to reach a person, or asks for a phone number, an office or opening hours. “I want to talk to a human”, “connect me with an agent”
                 *     - `small_talk`: Greets, thanks, says goodbye or chats with the bot. “hi”, “hello there”
                 *     - `other`: None of the above: out of scope, another language, or no meaning. “what is the weather tomorrow”, “tell me the capital of France”
                 */
                ai_intent?: components["schemas"]["Intent"] | undefined;
                /** @description Only resources created strictly after this date (midnight UTC) or timestamp. */
                created_after?: (string) | undefined;
                /** @description Only resources created strictly before this date (midnight UTC) or timestamp. */
                created_before?: (string) | undefined;
                /** @description Only resources updated strictly after this date (midnight UTC) or timestamp. */
                updated_after?: (string) | undefined;
                /** @description Only resources updated strictly before this date (midnight UTC) or timestamp. */
                updated_before?: (string) | undefined;
                /** @description `true`: only tickets whose customer waits for an answer; `false`: only the others. */
                waiting?: ("true" | "false") | undefined;
                /** @description The id that your own system gave it. */
                external_id?: string | undefined;
                /** @description Only tickets that were merged into this one. Without it, and without `external_id`, no merged ticket is listed. */
                merged_into?: string | undefined;
                /** @description Words of the subject, the messages, the contact and the tags, in any language. All must be there; `"several words"` one behind the other; `-word` must not. */
                q?: string | undefined;
                sort?: ("created_at:asc" | "created_at:desc" | "updated_at:asc" | "updated_at:desc" | "resolved_at:asc" | "resolved_at:desc" | "priority:asc" | "priority:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketList"];
                };
            };
        };
    };
    createTicket: {
        parameters: {
            query?: {
                /** @description Changes the ticket that has the body's `external_id`, if there is one: its subject, and the priority, assignee, group, tags and custom attributes that are given. The response has the status 200 then. */
                upsert?: "external_id" | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTicket"];
            };
        };
        responses: {
            /** @description Changed: with `upsert`, the ticket was there before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    searchTickets: {
        parameters: {
            query: {
                status?: ("open" | "pending" | "resolved" | "archived" | "all") | undefined;
                priority?: ("urgent" | "high" | "normal" | "low") | undefined;
                /** @description An agent's id, or the word `unassigned`. */
                assignee?: string | undefined;
                group?: string | undefined;
                channel?: ("email" | "chat" | "widget" | "api" | "phone") | undefined;
                tag?: string | undefined;
                /** @description A contact's id or email address, ignoring case. An unknown contact matches no ticket. */
                contact?: (string) | undefined;
                /** @description Only tickets whose first mail came to this mailbox. */
                mailbox?: string | undefined;
                /**
                 * @description What the customer wants. One of:
                 *
                 *     - `order_place`: Wants to buy, book, subscribe to or start something. “I want to buy this”, “how do I place an order”
                 *     - `order_status`: Asks where an order, parcel or delivery is, or says that it has not arrived. “where is my order”, “my parcel has not arrived yet”
                 *     - `order_cancel`: Wants to cancel an order, a booking or a subscription. “cancel my order”, “I no longer want the order I placed”
                 *     - `order_change`: Wants to change the items or details of an order or a booking. “I need to change something in my order”, “swap the item for a different size”
                 *     - `shipping_info`: Asks about delivery areas, options, times or costs before ordering. “do you deliver to my area”, “do you ship to my zip code”
                 *     - `address_change`: Wants to set or change an address. “change my delivery address”, “I moved, update my address”
                 *     - `refund_request`: Wants money back, or to return, exchange or replace something. “I want my money back”, “I'd like a refund”
                 *     - `refund_status`: A refund was promised or requested and has not been seen. “where is my refund”, “I still haven't received my refund”
                 *     - `refund_policy`: Asks about the rules of returns, refunds and cancellation fees. “what is your return policy”, “how many days do I have to return something”
                 *     - `invoice_billing`: Wants an invoice, a bill or a receipt, or to know the amount due. “I need a copy of my invoice”, “where can I find my bill”
                 *     - `charge_dispute`: A fee is unexpected, wrong or was taken twice. “I was charged twice”, “there is an extra fee on my statement”
                 *     - `payment_problem`: A payment, transfer, top-up or withdrawal failed, was declined or is pending. “my payment failed”, “my card was declined”
                 *     - `payment_methods`: Asks which ways to pay are accepted. “which payment methods do you accept”, “can I pay with PayPal”
                 *     - `account_create`: Wants to sign up, or cannot. “how do I create an account”, “I can't sign up”
                 *     - `account_access`: Cannot log in, or has a password, PIN or code problem. “I forgot my password”, “I can't log in”
                 *     - `account_verify`: Asks about, or has trouble with, proving an identity, an email address or a phone number. “how do I verify my identity”, “why do I need to verify my account”
                 *     - `account_update`: Wants to change personal details, or to switch the account or plan. “change my email address”, “update my phone number”
                 *     - `account_close`: Wants the account closed or deleted. “delete my account”, “close my account”
                 *     - `product_info`: Asks about features, prices, sizes, availability, eligibility or suitability before buying. “tell me about the features”, “what is the price”
                 *     - `promotions`: Asks about offers, coupons, rewards, referrals or newsletters. “do you have any offers”, “my coupon code does not work”
                 *     - `technical_issue`: A product, card, app or piece of software does not work. “the app crashes”, “it is not working”
                 *     - `fraud_security`: Something was lost, stolen or compromised, or an activity is not recognised. “someone hacked my account”, “I don't recognise this transaction”
                 *     - `complaint_feedback`: Complains about, criticises, reviews or praises the service. “I want to make a complaint”, “your service is terrible”
                 *     - `contact_support`: Wants to reach a person, or asks for a phone number, an office or opening hours. “I want to talk to a human”, “connect me with an agent”
                 *     - `small_talk`: Greets, thanks, says goodbye or chats with the bot. “hi”, “hello there”
                 *     - `other`: None of the above: out of scope, another language, or no meaning. “what is the weather tomorrow”, “tell me the capital of France”
                 */
                ai_intent?: components["schemas"]["Intent"] | undefined;
                /** @description Only resources created strictly after this date (midnight UTC) or timestamp. */
                created_after?: (string) | undefined;
                /** @description Only resources created strictly before this date (midnight UTC) or timestamp. */
                created_before?: (string) | undefined;
                /** @description Only resources updated strictly after this date (midnight UTC) or timestamp. */
                updated_after?: (string) | undefined;
                /** @description Only resources updated strictly before this date (midnight UTC) or timestamp. */
                updated_before?: (string) | undefined;
                /** @description `true`: only tickets whose customer waits for an answer; `false`: only the others. */
                waiting?: ("true" | "false") | undefined;
                /** @description The id that your own system gave it. */
                external_id?: string | undefined;
                /** @description Only tickets that were merged into this one. Without it, and without `external_id`, no merged ticket is listed. */
                merged_into?: string | undefined;
                /** @description Words of the subject, the messages, the contact and the tags, in any language. All must be there; `"several words"` one behind the other; `-word` must not. */
                q: string;
                /** @description By relevance, the newest 100 tickets that match are sorted; older ones follow, newest first. */
                sort?: ("relevance:desc" | "created_at:asc" | "created_at:desc" | "updated_at:asc" | "updated_at:desc" | "resolved_at:asc" | "resolved_at:desc" | "priority:asc" | "priority:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketList"];
                };
            };
        };
    };
    countTickets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketCounts"];
                };
            };
        };
    };
    getFigures: {
        parameters: {
            query?: {
                from?: string | undefined;
                to?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Figures"];
                };
            };
        };
    };
    startBulkChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketBulk"];
            };
        };
        responses: {
            /** @description Accepted: a job does it. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkJob"];
                };
            };
        };
    };
    getBulkChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `blk_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkJob"];
                };
            };
        };
    };
    listBulkResults: {
        parameters: {
            query?: {
                status?: ("pending" | "changed" | "unchanged" | "failed" | "all") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path: {
                /** @description Starts with `blk_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResultList"];
                };
            };
        };
    };
    cancelBulkChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `blk_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TicketBulkCancel"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkJob"];
                };
            };
        };
    };
    getTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    deleteTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    updateTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TicketChanges"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    restoreTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RestoreTicket"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    mergeTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketMerge"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    unmergeTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TicketUnmerge"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    importTickets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketImport"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResults"];
                };
            };
        };
    };
    exportTickets: {
        parameters: {
            query?: {
                status?: ("open" | "pending" | "resolved" | "archived" | "all") | undefined;
                priority?: ("urgent" | "high" | "normal" | "low") | undefined;
                /** @description An agent's id, or the word `unassigned`. */
                assignee?: string | undefined;
                group?: string | undefined;
                channel?: ("email" | "chat" | "widget" | "api" | "phone") | undefined;
                tag?: string | undefined;
                /** @description A contact's id or email address, ignoring case. An unknown contact matches no ticket. */
                contact?: (string) | undefined;
                /** @description Only tickets whose first mail came to this mailbox. */
                mailbox?: string | undefined;
                /**
                 * @description What the customer wants. One of:
                 *
                 *     - `order_place`: Wants to buy, book, subscribe to or start something. “I want to buy this”, “how do I place an order”
                 *     - `order_status`: Asks where an order, parcel or delivery is, or says that it has not arrived. “where is my order”, “my parcel has not arrived yet”
                 *     - `order_cancel`: Wants to cancel an order, a booking or a subscription. “cancel my order”, “I no longer want the order I placed”
                 *     - `order_change`: Wants to change the items or details of an order or a booking. “I need to change something in my order”, “swap the item for a different size”
                 *     - `shipping_info`: Asks about delivery areas, options, times or costs before ordering. “do you deliver to my area”, “do you ship to my zip code”
                 *     - `address_change`: Wants to set or change an address. “change my delivery address”, “I moved, update my address”
                 *     - `refund_request`: Wants money back, or to return, exchange or replace something. “I want my money back”, “I'd like a refund”
                 *     - `refund_status`: A refund was promised or requested and has not been seen. “where is my refund”, “I still haven't received my refund”
                 *     - `refund_policy`: Asks about the rules of returns, refunds and cancellation fees. “what is your return policy”, “how many days do I have to return something”
                 *     - `invoice_billing`: Wants an invoice, a bill or a receipt, or to know the amount due. “I need a copy of my invoice”, “where can I find my bill”
                 *     - `charge_dispute`: A fee is unexpected, wrong or was taken twice. “I was charged twice”, “there is an extra fee on my statement”
                 *     - `payment_problem`: A payment, transfer, top-up or withdrawal failed, was declined or is pending. “my payment failed”, “my card was declined”
                 *     - `payment_methods`: Asks which ways to pay are accepted. “which payment methods do you accept”, “can I pay with PayPal”
                 *     - `account_create`: Wants to sign up, or cannot. “how do I create an account”, “I can't sign up”
                 *     - `account_access`: Cannot log in, or has a password, PIN or code problem. “I forgot my password”, “I can't log in”
                 *     - `account_verify`: Asks about, or has trouble with, proving an identity, an email address or a phone number. “how do I verify my identity”, “why do I need to verify my account”
                 *     - `account_update`: Wants to change personal details, or to switch the account or plan. “change my email address”, “update my phone number”
                 *     - `account_close`: Wants the account closed or deleted. “delete my account”, “close my account”
                 *     - `product_info`: Asks about features, prices, sizes, availability, eligibility or suitability before buying. “tell me about the features”, “what is the price”
                 *     - `promotions`: Asks about offers, coupons, rewards, referrals or newsletters. “do you have any offers”, “my coupon code does not work”
                 *     - `technical_issue`: A product, card, app or piece of software does not work. “the app crashes”, “it is not working”
                 *     - `fraud_security`: Something was lost, stolen or compromised, or an activity is not recognised. “someone hacked my account”, “I don't recognise this transaction”
                 *     - `complaint_feedback`: Complains about, criticises, reviews or praises the service. “I want to make a complaint”, “your service is terrible”
                 *     - `contact_support`: Wants to reach a person, or asks for a phone number, an office or opening hours. “I want to talk to a human”, “connect me with an agent”
                 *     - `small_talk`: Greets, thanks, says goodbye or chats with the bot. “hi”, “hello there”
                 *     - `other`: None of the above: out of scope, another language, or no meaning. “what is the weather tomorrow”, “tell me the capital of France”
                 */
                ai_intent?: components["schemas"]["Intent"] | undefined;
                /** @description Only resources created strictly after this date (midnight UTC) or timestamp. */
                created_after?: (string) | undefined;
                /** @description Only resources created strictly before this date (midnight UTC) or timestamp. */
                created_before?: (string) | undefined;
                /** @description Only resources updated strictly after this date (midnight UTC) or timestamp. */
                updated_after?: (string) | undefined;
                /** @description Only resources updated strictly before this date (midnight UTC) or timestamp. */
                updated_before?: (string) | undefined;
                /** @description `true`: only tickets whose customer waits for an answer; `false`: only the others. */
                waiting?: ("true" | "false") | undefined;
                /** @description The id that your own system gave it. */
                external_id?: string | undefined;
                /** @description Only tickets that were merged into this one. Without it, and without `external_id`, no merged ticket is listed. */
                merged_into?: string | undefined;
                /** @description Words of the subject, the messages, the contact and the tags, in any language. All must be there; `"several words"` one behind the other; `-word` must not. */
                q?: string | undefined;
                /** @description The `cursor` of the last line that was read, with the same filters. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ExportLine"];
                };
            };
        };
    };
    listTicketMessages: {
        parameters: {
            query?: {
                type?: ("inbound" | "outbound" | "note") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
        };
    };
    createTicketMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 30 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMessage"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    getAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
                /** @description Starts with `msg_`. */
                message_id: string;
                /** @description Starts with `att_`. */
                attachment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                };
            };
        };
    };
    addTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddTags"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    removeTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
                /** @description The tag, percent-encoded. */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    applyMacro: {
        parameters: {
            query?: {
                /** @description `true`: the response shows what would be, and nothing changes. */
                preview?: ("true" | "false") | undefined;
            } | undefined;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
                /** @description Starts with `mcr_`. */
                macro_id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MacroApplication"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppliedMacro"];
                };
            };
        };
    };
    listConversations: {
        parameters: {
            query?: {
                status?: ("open" | "pending" | "resolved" | "archived" | "all") | undefined;
                priority?: ("urgent" | "high" | "normal" | "low") | undefined;
                /** @description An agent's id, or the word `unassigned`. */
                assignee?: string | undefined;
                group?: string | undefined;
                channel?: ("email" | "chat" | "widget" | "api" | "phone") | undefined;
                tag?: string | undefined;
                /** @description A contact's id or email address, ignoring case. An unknown contact matches no ticket. */
                contact?: (string) | undefined;
                /** @description Only tickets whose first mail came to this mailbox. */
                mailbox?: string | undefined;
                /**
                 * @description What the customer wants. One of:
                 *
                 *     - `order_place`: Wants to buy, book, subscribe to or start something. “I want to buy this”, “how do I place an order”
                 *     - `order_status`: Asks where an order, parcel or delivery is, or says that it has not arrived. “where is my order”, “my parcel has not arrived yet”
                 *     - `order_cancel`: Wants to cancel an order, a booking or a subscription. “cancel my order”, “I no longer want the order I placed”
                 *     - `order_change`: Wants to change the items or details of an order or a booking. “I need to change something in my order”, “swap the item for a different size”
                 *     - `shipping_info`: Asks about delivery areas, options, times or costs before ordering. “do you deliver to my area”, “do you ship to my zip code”
                 *     - `address_change`: Wants to set or change an address. “change my delivery address”, “I moved, update my address”
                 *     - `refund_request`: Wants money back, or to return, exchange or replace something. “I want my money back”, “I'd like a refund”
                 *     - `refund_status`: A refund was promised or requested and has not been seen. “where is my refund”, “I still haven't received my refund”
                 *     - `refund_policy`: Asks about the rules of returns, refunds and cancellation fees. “what is your return policy”, “how many days do I have to return something”
                 *     - `invoice_billing`: Wants an invoice, a bill or a receipt, or to know the amount due. “I need a copy of my invoice”, “where can I find my bill”
                 *     - `charge_dispute`: A fee is unexpected, wrong or was taken twice. “I was charged twice”, “there is an extra fee on my statement”
                 *     - `payment_problem`: A payment, transfer, top-up or withdrawal failed, was declined or is pending. “my payment failed”, “my card was declined”
                 *     - `payment_methods`: Asks which ways to pay are accepted. “which payment methods do you accept”, “can I pay with PayPal”
                 *     - `account_create`: Wants to sign up, or cannot. “how do I create an account”, “I can't sign up”
                 *     - `account_access`: Cannot log in, or has a password, PIN or code problem. “I forgot my password”, “I can't log in”
                 *     - `account_verify`: Asks about, or has trouble with, proving an identity, an email address or a phone number. “how do I verify my identity”, “why do I need to verify my account”
                 *     - `account_update`: Wants to change personal details, or to switch the account or plan. “change my email address”, “update my phone number”
                 *     - `account_close`: Wants the account closed or deleted. “delete my account”, “close my account”
                 *     - `product_info`: Asks about features, prices, sizes, availability, eligibility or suitability before buying. “tell me about the features”, “what is the price”
                 *     - `promotions`: Asks about offers, coupons, rewards, referrals or newsletters. “do you have any offers”, “my coupon code does not work”
                 *     - `technical_issue`: A product, card, app or piece of software does not work. “the app crashes”, “it is not working”
                 *     - `fraud_security`: Something was lost, stolen or compromised, or an activity is not recognised. “someone hacked my account”, “I don't recognise this transaction”
                 *     - `complaint_feedback`: Complains about, criticises, reviews or praises the service. “I want to make a complaint”, “your service is terrible”
                 *     - `contact_support`: Wants to reach a person, or asks for a phone number, an office or opening hours. “I want to talk to a human”, “connect me with an agent”
                 *     - `small_talk`: Greets, thanks, says goodbye or chats with the bot. “hi”, “hello there”
                 *     - `other`: None of the above: out of scope, another language, or no meaning. “what is the weather tomorrow”, “tell me the capital of France”
                 */
                ai_intent?: components["schemas"]["Intent"] | undefined;
                /** @description Only resources created strictly after this date (midnight UTC) or timestamp. */
                created_after?: (string) | undefined;
                /** @description Only resources created strictly before this date (midnight UTC) or timestamp. */
                created_before?: (string) | undefined;
                /** @description Only resources updated strictly after this date (midnight UTC) or timestamp. */
                updated_after?: (string) | undefined;
                /** @description Only resources updated strictly before this date (midnight UTC) or timestamp. */
                updated_before?: (string) | undefined;
                /** @description `true`: only tickets whose customer waits for an answer; `false`: only the others. */
                waiting?: ("true" | "false") | undefined;
                /** @description The id that your own system gave it. */
                external_id?: string | undefined;
                /** @description Only tickets that were merged into this one. Without it, and without `external_id`, no merged ticket is listed. */
                merged_into?: string | undefined;
                /** @description Words of the subject, the messages, the contact and the tags, in any language. All must be there; `"several words"` one behind the other; `-word` must not. */
                q?: string | undefined;
                sort?: ("created_at:asc" | "created_at:desc" | "updated_at:asc" | "updated_at:desc" | "resolved_at:asc" | "resolved_at:desc" | "priority:asc" | "priority:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationList"];
                };
            };
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationWithMessages"];
                };
            };
        };
    };
    updateConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TicketChanges"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    listConversationMessages: {
        parameters: {
            query?: {
                type?: ("inbound" | "outbound" | "note") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
        };
    };
    createConversationMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 30 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMessage"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    getDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
        };
    };
    approveDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApproveDraft"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
        };
    };
    discardDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DiscardDraft"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
        };
    };
    getPresence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Presence"];
                };
            };
        };
    };
    setPresence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPresence"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Presence"];
                };
            };
        };
    };
    listArticles: {
        parameters: {
            query?: {
                /** @description All but archived articles by default. */
                status?: ("published" | "draft" | "archived" | "all") | undefined;
                tag?: string | undefined;
                /** @description The id that your own system gave it. */
                external_id?: string | undefined;
                /** @description Up to ten words of the title or parts of them, in any order, ignoring case. */
                q?: string | undefined;
                /** @description Only resources created strictly after this date (midnight UTC) or timestamp. */
                created_after?: (string) | undefined;
                /** @description Only resources created strictly before this date (midnight UTC) or timestamp. */
                created_before?: (string) | undefined;
                sort?: ("created_at:asc" | "created_at:desc" | "updated_at:asc" | "updated_at:desc" | "title:asc" | "title:desc" | "retrieval_count:asc" | "retrieval_count:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleList"];
                };
            };
        };
    };
    createArticle: {
        parameters: {
            query?: {
                /** @description Changes the article that has the body's `external_id`, if there is one: its title and body, and the tags and status that are given. The response has the status 200 then. */
                upsert?: "external_id" | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 4 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewArticle"];
            };
        };
        responses: {
            /** @description Changed: with `upsert`, the article was there before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedArticle"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedArticle"];
                };
            };
        };
    };
    getArticle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `kb_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Article"];
                };
            };
        };
    };
    deleteArticle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `kb_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    updateArticle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `kb_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 4 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ArticleChanges"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedArticle"];
                };
            };
        };
    };
    getArticleText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `kb_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleText"];
                };
            };
        };
    };
    archiveArticle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `kb_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ArchiveArticle"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedArticle"];
                };
            };
        };
    };
    searchArticles: {
        parameters: {
            query?: {
                /** @description Also returns the articles that were ranked and are not among the results. Needs the scope `knowledge:write` as well. */
                include?: "candidates" | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Search"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
        };
    };
    listGaps: {
        parameters: {
            query?: {
                status?: ("open" | "resolved" | "all") | undefined;
                sort?: ("frequency:asc" | "frequency:desc" | "last_seen_at:asc" | "last_seen_at:desc" | "first_seen_at:asc" | "first_seen_at:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GapList"];
                };
            };
        };
    };
    listKnowledgeTests: {
        parameters: {
            query?: {
                passed?: ("true" | "false") | undefined;
                sort?: ("created_at:asc" | "created_at:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeTestList"];
                };
            };
        };
    };
    createKnowledgeTest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKnowledgeTest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeTest"];
                };
            };
        };
    };
    runKnowledgeTests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RunKnowledgeTests"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeTestRun"];
                };
            };
        };
    };
    getKnowledgeTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `knt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeTest"];
                };
            };
        };
    };
    deleteKnowledgeTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `knt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    updateKnowledgeTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `knt_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["KnowledgeTestChanges"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeTest"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only these types; `ticket.*` for all of a kind. */
                types?: string | undefined;
                /** @description Only events with a higher sequence. */
                after?: number | undefined;
                sort?: ("sequence:asc" | "sequence:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
                /** @description Only events of the resource with this id. */
                resource?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Only events with a higher sequence. */
                after?: number | undefined;
                /** @description Only these types; `ticket.*` for all of a kind. */
                types?: string | undefined;
                /** @description Also reports which agents are in which conversations. Needs the scope `tickets:read`, too. */
                presence?: ("true" | "false") | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `evt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    listTicketEvents: {
        parameters: {
            query?: {
                /** @description Only these types; `ticket.*` for all of a kind. */
                types?: string | undefined;
                /** @description Only events with a higher sequence. */
                after?: number | undefined;
                sort?: ("sequence:asc" | "sequence:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketEventList"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /** @description One of the contact's addresses, ignoring case. */
                email?: string | undefined;
                /** @description The id that your own system gave it. */
                external_id?: string | undefined;
                /** @description A part of the name, of an address or of the external id, ignoring case. */
                q?: string | undefined;
                /** @description Only resources created strictly after this date (midnight UTC) or timestamp. */
                created_after?: (string) | undefined;
                /** @description Only resources created strictly before this date (midnight UTC) or timestamp. */
                created_before?: (string) | undefined;
                sort?: ("created_at:asc" | "created_at:desc" | "name:asc" | "name:desc" | "last_seen_at:asc" | "last_seen_at:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
        };
    };
    createContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewContact"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetails"];
                };
            };
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `cnt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetails"];
                };
            };
        };
    };
    deleteContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `cnt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `cnt_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ContactChanges"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetails"];
                };
            };
        };
    };
    mergeContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `cnt_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactMerge"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetails"];
                };
            };
        };
    };
    listAgents: {
        parameters: {
            query?: {
                status?: ("active" | "deactivated" | "all") | undefined;
                sort?: ("created_at:asc" | "created_at:desc" | "name:asc" | "name:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentList"];
                };
            };
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAgent"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `usr_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `usr_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `usr_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AgentChanges"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    listGroups: {
        parameters: {
            query?: {
                status?: ("active" | "deactivated" | "all") | undefined;
                sort?: ("created_at:asc" | "created_at:desc" | "name:asc" | "name:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupList"];
                };
            };
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGroup"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupDetails"];
                };
            };
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `grp_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupDetails"];
                };
            };
        };
    };
    deleteGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `grp_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupDetails"];
                };
            };
        };
    };
    updateGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `grp_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GroupChanges"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupDetails"];
                };
            };
        };
    };
    listAttributes: {
        parameters: {
            query?: {
                sort?: ("key:asc" | "key:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttributeList"];
                };
            };
        };
    };
    createAttribute: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAttribute"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attribute"];
                };
            };
        };
    };
    getAttribute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key, percent-encoded. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attribute"];
                };
            };
        };
    };
    deleteAttribute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key, percent-encoded. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAttribute"];
                };
            };
        };
    };
    updateAttribute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key, percent-encoded. */
                key: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AttributeChanges"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attribute"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                status?: ("active" | "revoked" | "all") | undefined;
                sort?: ("created_at:asc" | "created_at:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `key_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `key_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApiKeyChanges"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `key_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `key_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Rotation"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedApiKey"];
                };
            };
        };
    };
    listMacros: {
        parameters: {
            query?: {
                sort?: ("created_at:asc" | "created_at:desc" | "name:asc" | "name:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MacroList"];
                };
            };
        };
    };
    createMacro: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMacro"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Macro"];
                };
            };
        };
    };
    getMacro: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `mcr_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Macro"];
                };
            };
        };
    };
    deleteMacro: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `mcr_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    updateMacro: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `mcr_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MacroChanges"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Macro"];
                };
            };
        };
    };
    listMailboxes: {
        parameters: {
            query?: {
                sort?: ("created_at:asc" | "created_at:desc" | "address:asc" | "address:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailboxList"];
                };
            };
        };
    };
    createMailbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMailbox"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mailbox"];
                };
            };
        };
    };
    getMailbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `mbx_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mailbox"];
                };
            };
        };
    };
    deleteMailbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `mbx_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    updateMailbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `mbx_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailboxChanges"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mailbox"];
                };
            };
        };
    };
    uploadMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `mbx_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 30 MiB. */
        requestBody: {
            content: {
                "message/rfc822": string;
            };
        };
        responses: {
            /** @description The mail came in before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenMail"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenMail"];
                };
            };
        };
    };
    getRawMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `tkt_`. */
                id: string;
                /** @description Starts with `msg_`. */
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                };
            };
        };
    };
    listQuarantinedMails: {
        parameters: {
            query?: {
                sort?: ("received_at:asc" | "received_at:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path: {
                /** @description Starts with `mbx_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuarantinedMailList"];
                };
            };
        };
    };
    releaseMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `mbx_`. */
                id: string;
                /** @description Starts with `mail_`. */
                mail_id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        } | undefined;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenMail"];
                };
            };
        };
    };
    dropMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `mbx_`. */
                id: string;
                /** @description Starts with `mail_`. */
                mail_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    inviteAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `usr_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Invitation"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `usr_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `usr_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    resetSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `usr_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    unlinkProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `usr_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                agent_id?: string | undefined;
                sort?: "created_at:desc" | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventList"];
                };
            };
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkspaceChanges"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                sort?: ("created_at:asc" | "created_at:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `whk_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `whk_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `whk_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookChanges"];
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `whk_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `whk_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `whk_`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                status?: ("pending" | "delivered" | "failed" | "all") | undefined;
                sort?: ("created_at:asc" | "created_at:desc") | undefined;
                /** @description Maximum results per page; a page ends early at 8 MiB, with `has_more` true. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page, with the same filters and the same sort. */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path: {
                /** @description Starts with `whk_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Starts with `whk_`. */
                id: string;
                /** @description Starts with `dlv_`. */
                delivery_id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        } | undefined;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
}
