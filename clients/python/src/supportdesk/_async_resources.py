# Generated from the API document: npm run codegen.
from __future__ import annotations

from collections.abc import Callable, AsyncIterator
from typing import Unpack

import httpx

from . import models
from ._async import AsyncList, AsyncTransport
from ._requests import RequestOptions, segment


class Mails:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def upload(
        self,
        id: str,
        content: str | bytes,
        *,
        options: RequestOptions | None = None,
    ) -> models.TakenMail:
        """Take in a mail."""
        return await self._transport.send("POST", f"/v1/mailboxes/{segment(id)}/mails", content=content, content_type="message/rfc822", options=options)

    def list_quarantined(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListQuarantinedMailsQuery],
    ) -> AsyncList[models.QuarantinedMail, models.QuarantinedMailList]:
        """List quarantined mails."""
        return self._transport.list(f"/v1/mailboxes/{segment(id)}/quarantine", query=query, options=options)

    async def release(
        self,
        id: str,
        mail_id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.TakenMail:
        """Release a quarantined mail."""
        return await self._transport.send("POST", f"/v1/mailboxes/{segment(id)}/quarantine/{segment(mail_id)}/release", options=options)

    async def drop(
        self,
        id: str,
        mail_id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Deleted:
        """Drop a quarantined mail."""
        return await self._transport.send("DELETE", f"/v1/mailboxes/{segment(id)}/quarantine/{segment(mail_id)}", options=options)


class Mailboxes:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListMailboxesQuery],
    ) -> AsyncList[models.Mailbox, models.MailboxList]:
        """List mailboxes."""
        return self._transport.list("/v1/mailboxes", query=query, options=options)

    async def create(
        self,
        body: models.NewMailbox,
        *,
        options: RequestOptions | None = None,
    ) -> models.Mailbox:
        """Create a mailbox."""
        return await self._transport.send("POST", "/v1/mailboxes", body=body, options=options)

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Mailbox:
        """Retrieve a mailbox."""
        return await self._transport.get(f"/v1/mailboxes/{segment(id)}", options=options)

    async def update(
        self,
        id: str,
        body: models.MailboxChanges | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.Mailbox:
        """Update a mailbox."""
        return await self._transport.send("PATCH", f"/v1/mailboxes/{segment(id)}", body=body, options=options)

    async def delete(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Deleted:
        """Delete a mailbox."""
        return await self._transport.send("DELETE", f"/v1/mailboxes/{segment(id)}", options=options)


class Macros:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListMacrosQuery],
    ) -> AsyncList[models.Macro, models.MacroList]:
        """List macros."""
        return self._transport.list("/v1/macros", query=query, options=options)

    async def create(
        self,
        body: models.NewMacro,
        *,
        options: RequestOptions | None = None,
    ) -> models.Macro:
        """Create a macro."""
        return await self._transport.send("POST", "/v1/macros", body=body, options=options)

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Macro:
        """Retrieve a macro."""
        return await self._transport.get(f"/v1/macros/{segment(id)}", options=options)

    async def update(
        self,
        id: str,
        body: models.MacroChanges | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.Macro:
        """Update a macro."""
        return await self._transport.send("PATCH", f"/v1/macros/{segment(id)}", body=body, options=options)

    async def delete(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Deleted:
        """Delete a macro."""
        return await self._transport.send("DELETE", f"/v1/macros/{segment(id)}", options=options)


class Keys:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListKeysQuery],
    ) -> AsyncList[models.ApiKey, models.ApiKeyList]:
        """List API keys."""
        return self._transport.list("/v1/keys", query=query, options=options)

    async def create(
        self,
        body: models.NewApiKey,
        *,
        options: RequestOptions | None = None,
    ) -> models.ApiKeyWithSecret:
        """Create an API key."""
        return await self._transport.send("POST", "/v1/keys", body=body, options=options)

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.ApiKey:
        """Retrieve an API key."""
        return await self._transport.get(f"/v1/keys/{segment(id)}", options=options)

    async def update(
        self,
        id: str,
        body: models.ApiKeyChanges | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.ApiKey:
        """Update an API key."""
        return await self._transport.send("PATCH", f"/v1/keys/{segment(id)}", body=body, options=options)

    async def revoke(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.ApiKey:
        """Revoke an API key."""
        return await self._transport.send("POST", f"/v1/keys/{segment(id)}/revoke", options=options)

    async def rotate(
        self,
        id: str,
        body: models.Rotation | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.RotatedApiKey:
        """Rotate an API key's secret."""
        return await self._transport.send("POST", f"/v1/keys/{segment(id)}/rotate", body=body, options=options)


class Attributes:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListAttributesQuery],
    ) -> AsyncList[models.Attribute, models.AttributeList]:
        """List attributes."""
        return self._transport.list("/v1/attributes", query=query, options=options)

    async def create(
        self,
        body: models.NewAttribute,
        *,
        options: RequestOptions | None = None,
    ) -> models.Attribute:
        """Define an attribute."""
        return await self._transport.send("POST", "/v1/attributes", body=body, options=options)

    async def get(
        self,
        key: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Attribute:
        """Retrieve an attribute."""
        return await self._transport.get(f"/v1/attributes/{segment(key)}", options=options)

    async def update(
        self,
        key: str,
        body: models.AttributeChanges | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.Attribute:
        """Update an attribute."""
        return await self._transport.send("PATCH", f"/v1/attributes/{segment(key)}", body=body, options=options)

    async def delete(
        self,
        key: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.DeletedAttribute:
        """Delete an attribute."""
        return await self._transport.send("DELETE", f"/v1/attributes/{segment(key)}", options=options)


class Groups:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListGroupsQuery],
    ) -> AsyncList[models.GroupDetails, models.GroupList]:
        """List groups."""
        return self._transport.list("/v1/groups", query=query, options=options)

    async def create(
        self,
        body: models.NewGroup,
        *,
        options: RequestOptions | None = None,
    ) -> models.GroupDetails:
        """Create a group."""
        return await self._transport.send("POST", "/v1/groups", body=body, options=options)

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.GroupDetails:
        """Retrieve a group."""
        return await self._transport.get(f"/v1/groups/{segment(id)}", options=options)

    async def update(
        self,
        id: str,
        body: models.GroupChanges | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.GroupDetails:
        """Update a group."""
        return await self._transport.send("PATCH", f"/v1/groups/{segment(id)}", body=body, options=options)

    async def delete(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.GroupDetails:
        """Deactivate a group."""
        return await self._transport.send("DELETE", f"/v1/groups/{segment(id)}", options=options)


class Agents:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListAgentsQuery],
    ) -> AsyncList[models.Agent, models.AgentList]:
        """List agents."""
        return self._transport.list("/v1/agents", query=query, options=options)

    async def create(
        self,
        body: models.NewAgent,
        *,
        options: RequestOptions | None = None,
    ) -> models.Agent:
        """Create an agent."""
        return await self._transport.send("POST", "/v1/agents", body=body, options=options)

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Agent:
        """Retrieve an agent."""
        return await self._transport.get(f"/v1/agents/{segment(id)}", options=options)

    async def update(
        self,
        id: str,
        body: models.AgentChanges | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.Agent:
        """Update an agent."""
        return await self._transport.send("PATCH", f"/v1/agents/{segment(id)}", body=body, options=options)

    async def invite(
        self,
        id: str,
        body: models.Invitation | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.Account:
        """Invite an agent to the console."""
        return await self._transport.send("POST", f"/v1/agents/{segment(id)}/invite", body=body, options=options)

    async def delete(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Agent:
        """Deactivate an agent."""
        return await self._transport.send("DELETE", f"/v1/agents/{segment(id)}", options=options)


class AuditEvents:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListAuditEventsQuery],
    ) -> AsyncList[models.AuditEvent, models.AuditEventList]:
        """List audit events."""
        return self._transport.list("/v1/audit-events", query=query, options=options)


class Accounts:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListAccountsQuery],
    ) -> AsyncList[models.Account, models.AccountList]:
        """List accounts."""
        return self._transport.list("/v1/accounts", query=query, options=options)

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Account:
        """Retrieve an agent's account."""
        return await self._transport.get(f"/v1/accounts/{segment(id)}", options=options)

    async def update(
        self,
        id: str,
        body: models.AccountChanges,
        *,
        options: RequestOptions | None = None,
    ) -> models.Account:
        """Change an account's role."""
        return await self._transport.send("PATCH", f"/v1/accounts/{segment(id)}", body=body, options=options)

    async def reset_second_factor(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Account:
        """Turn an agent's second factor off."""
        return await self._transport.send("DELETE", f"/v1/accounts/{segment(id)}/second-factor", options=options)

    async def unlink_provider(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Account:
        """Unlink an account from the OpenID Connect provider."""
        return await self._transport.send("DELETE", f"/v1/accounts/{segment(id)}/provider", options=options)


class Contacts:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListContactsQuery],
    ) -> AsyncList[models.ContactDetails, models.ContactList]:
        """List contacts."""
        return self._transport.list("/v1/contacts", query=query, options=options)

    async def create(
        self,
        body: models.NewContact,
        *,
        options: RequestOptions | None = None,
    ) -> models.ContactDetails:
        """Create a contact."""
        return await self._transport.send("POST", "/v1/contacts", body=body, options=options)

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.ContactDetails:
        """Retrieve a contact."""
        return await self._transport.get(f"/v1/contacts/{segment(id)}", options=options)

    async def update(
        self,
        id: str,
        body: models.ContactChanges | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.ContactDetails:
        """Update a contact."""
        return await self._transport.send("PATCH", f"/v1/contacts/{segment(id)}", body=body, options=options)

    async def delete(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Deleted:
        """Erase a contact."""
        return await self._transport.send("DELETE", f"/v1/contacts/{segment(id)}", options=options)

    async def merge(
        self,
        id: str,
        body: models.ContactMerge,
        *,
        options: RequestOptions | None = None,
    ) -> models.ContactDetails:
        """Merge a contact into another one."""
        return await self._transport.send("POST", f"/v1/contacts/{segment(id)}/merge", body=body, options=options)


class Workspace:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> models.Workspace:
        """Retrieve the workspace's settings."""
        return await self._transport.get("/v1/workspace", options=options)

    async def update(
        self,
        body: models.WorkspaceChanges | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.Workspace:
        """Update the workspace's settings."""
        return await self._transport.send("PATCH", "/v1/workspace", body=body, options=options)


class Webhooks:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListWebhooksQuery],
    ) -> AsyncList[models.Webhook, models.WebhookList]:
        """List webhooks."""
        return self._transport.list("/v1/webhooks", query=query, options=options)

    async def create(
        self,
        body: models.NewWebhook,
        *,
        options: RequestOptions | None = None,
    ) -> models.WebhookWithSecret:
        """Create a webhook."""
        return await self._transport.send("POST", "/v1/webhooks", body=body, options=options)

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Webhook:
        """Retrieve a webhook."""
        return await self._transport.get(f"/v1/webhooks/{segment(id)}", options=options)

    async def update(
        self,
        id: str,
        body: models.WebhookChanges | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.Webhook:
        """Update a webhook."""
        return await self._transport.send("PATCH", f"/v1/webhooks/{segment(id)}", body=body, options=options)

    async def delete(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Deleted:
        """Delete a webhook."""
        return await self._transport.send("DELETE", f"/v1/webhooks/{segment(id)}", options=options)

    async def rotate(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.WebhookWithSecret:
        """Rotate a webhook's secret."""
        return await self._transport.send("POST", f"/v1/webhooks/{segment(id)}/rotate", options=options)

    async def test(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Delivery:
        """Test a webhook."""
        return await self._transport.send("POST", f"/v1/webhooks/{segment(id)}/test", options=options)

    async def replay(
        self,
        id: str,
        body: models.ReplayRequest,
        *,
        options: RequestOptions | None = None,
    ) -> models.Replay:
        """Replay events to a webhook."""
        return await self._transport.send("POST", f"/v1/webhooks/{segment(id)}/replay", body=body, options=options)

    def list_deliveries(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListDeliveriesQuery],
    ) -> AsyncList[models.Delivery, models.DeliveryList]:
        """List a webhook's deliveries."""
        return self._transport.list(f"/v1/webhooks/{segment(id)}/deliveries", query=query, options=options)

    async def retry_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Delivery:
        """Retry a delivery."""
        return await self._transport.send("POST", f"/v1/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}/retry", options=options)


class Events:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListEventsQuery],
    ) -> AsyncList[models.Event, models.EventList]:
        """List events."""
        return self._transport.list("/v1/events", query=query, options=options)

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Event:
        """Retrieve an event."""
        return await self._transport.get(f"/v1/events/{segment(id)}", options=options)

    def subscribe(
        self,
        *,
        after: int | None = None,
        types: str | None = None,
        on_connect: Callable[[], None] | None = None,
        on_disconnect: Callable[[Exception], None] | None = None,
    ) -> AsyncIterator[models.Event]:
        """Events as they happen, without an end; resumed after a break behind the last one."""
        return self._transport.subscribe(after, types, on_connect, on_disconnect)


class KnowledgeTests:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListKnowledgeTestsQuery],
    ) -> AsyncList[models.KnowledgeTest, models.KnowledgeTestList]:
        """List knowledge tests."""
        return self._transport.list("/v1/knowledge/tests", query=query, options=options)

    async def create(
        self,
        body: models.NewKnowledgeTest,
        *,
        options: RequestOptions | None = None,
    ) -> models.KnowledgeTest:
        """Create a knowledge test."""
        return await self._transport.send("POST", "/v1/knowledge/tests", body=body, options=options)

    async def run(
        self,
        body: models.RunKnowledgeTests | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.KnowledgeTestRun:
        """Run all knowledge tests."""
        return await self._transport.send("POST", "/v1/knowledge/tests/run", body=body, options=options)

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.KnowledgeTest:
        """Retrieve a knowledge test."""
        return await self._transport.get(f"/v1/knowledge/tests/{segment(id)}", options=options)

    async def update(
        self,
        id: str,
        body: models.KnowledgeTestChanges | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.KnowledgeTest:
        """Update a knowledge test."""
        return await self._transport.send("PATCH", f"/v1/knowledge/tests/{segment(id)}", body=body, options=options)

    async def delete(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Deleted:
        """Delete a knowledge test."""
        return await self._transport.send("DELETE", f"/v1/knowledge/tests/{segment(id)}", options=options)


class KnowledgeArticles:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListArticlesQuery],
    ) -> AsyncList[models.Article, models.ArticleList]:
        """List articles."""
        return self._transport.list("/v1/knowledge/articles", query=query, options=options)

    async def create(
        self,
        body: models.NewArticle,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.CreateArticleQuery],
    ) -> models.ChangedArticle:
        """Create an article."""
        return await self._transport.send("POST", "/v1/knowledge/articles", body=body, query=query, options=options)

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Article:
        """Retrieve an article."""
        return await self._transport.get(f"/v1/knowledge/articles/{segment(id)}", options=options)

    async def get_text(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.ArticleText:
        """Retrieve an article's text."""
        return await self._transport.get(f"/v1/knowledge/articles/{segment(id)}/text", options=options)

    async def update(
        self,
        id: str,
        body: models.ArticleChanges | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.ChangedArticle:
        """Update an article."""
        return await self._transport.send("PATCH", f"/v1/knowledge/articles/{segment(id)}", body=body, options=options)

    async def delete(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Deleted:
        """Delete an article."""
        return await self._transport.send("DELETE", f"/v1/knowledge/articles/{segment(id)}", options=options)

    async def archive(
        self,
        id: str,
        body: models.ArchiveArticle | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.ChangedArticle:
        """Archive an article."""
        return await self._transport.send("POST", f"/v1/knowledge/articles/{segment(id)}/archive", body=body, options=options)


class Knowledge:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.articles = KnowledgeArticles(transport)
        self.tests = KnowledgeTests(transport)

    async def search(
        self,
        body: models.Search,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.SearchArticlesQuery],
    ) -> models.SearchResults:
        """Search articles."""
        return await self._transport.send("POST", "/v1/knowledge/search", body=body, query=query, options=options)

    def list_gaps(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListGapsQuery],
    ) -> AsyncList[models.Gap, models.GapList]:
        """List knowledge gaps."""
        return self._transport.list("/v1/knowledge/gaps", query=query, options=options)


class Bulk:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def start(
        self,
        body: models.TicketBulk,
        *,
        options: RequestOptions | None = None,
    ) -> models.BulkJob:
        """Change many tickets."""
        return await self._transport.send("POST", "/v1/tickets/bulk", body=body, options=options)

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.BulkJob:
        """Retrieve the progress of a bulk job."""
        return await self._transport.get(f"/v1/tickets/bulk/{segment(id)}", options=options)

    def list_results(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListBulkResultsQuery],
    ) -> AsyncList[models.BulkResult, models.BulkResultList]:
        """List what became of each ticket of a bulk job."""
        return self._transport.list(f"/v1/tickets/bulk/{segment(id)}/results", query=query, options=options)

    async def cancel(
        self,
        id: str,
        body: models.TicketBulkCancel | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.BulkJob:
        """Cancel a bulk job."""
        return await self._transport.send("POST", f"/v1/tickets/bulk/{segment(id)}/cancel", body=body, options=options)


class Drafts:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Draft:
        """Get the current AI draft."""
        return await self._transport.get(f"/v1/conversations/{segment(id)}/ai-draft", options=options)

    async def approve(
        self,
        id: str,
        body: models.ApproveDraft | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.Approval:
        """Approve and send the AI draft."""
        return await self._transport.send("POST", f"/v1/conversations/{segment(id)}/ai-draft/approve", body=body, options=options)

    async def discard(
        self,
        id: str,
        body: models.DiscardDraft | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.Draft:
        """Discard the AI draft."""
        return await self._transport.send("POST", f"/v1/conversations/{segment(id)}/ai-draft/discard", body=body, options=options)


class Conversations:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListConversationsQuery],
    ) -> AsyncList[models.Conversation, models.ConversationList]:
        """List conversations."""
        return self._transport.list("/v1/conversations", query=query, options=options)

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.ConversationWithMessages:
        """Retrieve a conversation."""
        return await self._transport.get(f"/v1/conversations/{segment(id)}", options=options)

    async def update(
        self,
        id: str,
        body: models.TicketChanges | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.Conversation:
        """Update a conversation."""
        return await self._transport.send("PATCH", f"/v1/conversations/{segment(id)}", body=body, options=options)

    def list_messages(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListConversationMessagesQuery],
    ) -> AsyncList[models.Message, models.MessageList]:
        """List messages."""
        return self._transport.list(f"/v1/conversations/{segment(id)}/messages", query=query, options=options)

    async def create_message(
        self,
        id: str,
        body: models.NewMessage,
        *,
        options: RequestOptions | None = None,
    ) -> models.Message:
        """Send a reply or note."""
        return await self._transport.send("POST", f"/v1/conversations/{segment(id)}/messages", body=body, options=options)

    async def get_presence(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Presence:
        """List who is in a conversation."""
        return await self._transport.get(f"/v1/conversations/{segment(id)}/presence", options=options)

    async def set_presence(
        self,
        id: str,
        body: models.SetPresence,
        *,
        options: RequestOptions | None = None,
    ) -> models.Presence:
        """Say that the agent is in a conversation."""
        return await self._transport.send("PUT", f"/v1/conversations/{segment(id)}/presence", body=body, options=options)


class Messages:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListTicketMessagesQuery],
    ) -> AsyncList[models.Message, models.MessageList]:
        """List messages."""
        return self._transport.list(f"/v1/tickets/{segment(id)}/messages", query=query, options=options)

    async def create(
        self,
        id: str,
        body: models.NewMessage,
        *,
        options: RequestOptions | None = None,
    ) -> models.Message:
        """Send a reply or note."""
        return await self._transport.send("POST", f"/v1/tickets/{segment(id)}/messages", body=body, options=options)

    async def get_attachment(
        self,
        id: str,
        message_id: str,
        attachment_id: str,
        *,
        options: RequestOptions | None = None,
    ) -> httpx.Response:
        """Download an attachment."""
        return await self._transport.file(f"/v1/tickets/{segment(id)}/messages/{segment(message_id)}/attachments/{segment(attachment_id)}", options=options)

    async def get_raw(
        self,
        id: str,
        message_id: str,
        *,
        options: RequestOptions | None = None,
    ) -> httpx.Response:
        """Download the mail of a message."""
        return await self._transport.file(f"/v1/tickets/{segment(id)}/messages/{segment(message_id)}/raw", options=options)


class Tickets:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListTicketsQuery],
    ) -> AsyncList[models.Ticket, models.TicketList]:
        """List tickets."""
        return self._transport.list("/v1/tickets", query=query, options=options)

    def search(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.SearchTicketsQuery],
    ) -> AsyncList[models.Ticket, models.TicketList]:
        """Search tickets."""
        return self._transport.list("/v1/tickets/search", query=query, options=options)

    async def create(
        self,
        body: models.NewTicket,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.CreateTicketQuery],
    ) -> models.Ticket:
        """Create a ticket."""
        return await self._transport.send("POST", "/v1/tickets", body=body, query=query, options=options)

    async def get(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Ticket:
        """Retrieve a ticket."""
        return await self._transport.get(f"/v1/tickets/{segment(id)}", options=options)

    async def update(
        self,
        id: str,
        body: models.TicketChanges | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.Ticket:
        """Update a ticket."""
        return await self._transport.send("PATCH", f"/v1/tickets/{segment(id)}", body=body, options=options)

    async def delete(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Deleted:
        """Delete a ticket."""
        return await self._transport.send("DELETE", f"/v1/tickets/{segment(id)}", options=options)

    async def restore(
        self,
        id: str,
        body: models.RestoreTicket | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.Ticket:
        """Restore a deleted ticket."""
        return await self._transport.send("POST", f"/v1/tickets/{segment(id)}/restore", body=body, options=options)

    async def merge(
        self,
        id: str,
        body: models.TicketMerge,
        *,
        options: RequestOptions | None = None,
    ) -> models.Ticket:
        """Merge a ticket into another one."""
        return await self._transport.send("POST", f"/v1/tickets/{segment(id)}/merge", body=body, options=options)

    async def unmerge(
        self,
        id: str,
        body: models.TicketUnmerge | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> models.Ticket:
        """Undo a merge."""
        return await self._transport.send("POST", f"/v1/tickets/{segment(id)}/unmerge", body=body, options=options)

    async def add_tags(
        self,
        id: str,
        body: models.AddTags,
        *,
        options: RequestOptions | None = None,
    ) -> models.Ticket:
        """Add tags."""
        return await self._transport.send("POST", f"/v1/tickets/{segment(id)}/tags", body=body, options=options)

    async def remove_tag(
        self,
        id: str,
        tag: str,
        *,
        options: RequestOptions | None = None,
    ) -> models.Ticket:
        """Remove a tag."""
        return await self._transport.send("DELETE", f"/v1/tickets/{segment(id)}/tags/{segment(tag)}", options=options)

    async def apply_macro(
        self,
        id: str,
        macro_id: str,
        body: models.MacroApplication | None = None,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ApplyMacroQuery],
    ) -> models.AppliedMacro:
        """Apply a macro to a ticket."""
        return await self._transport.send("POST", f"/v1/tickets/{segment(id)}/macros/{segment(macro_id)}", body=body, query=query, options=options)

    def list_events(
        self,
        id: str,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ListTicketEventsQuery],
    ) -> AsyncList[models.Event, models.TicketEventList]:
        """List a ticket's history."""
        return self._transport.list(f"/v1/tickets/{segment(id)}/events", query=query, options=options)

    async def import_(
        self,
        body: models.TicketImport,
        *,
        options: RequestOptions | None = None,
    ) -> models.ImportResults:
        """Import tickets of another system."""
        return await self._transport.send("POST", "/v1/imports/tickets", body=body, options=options)

    async def counts(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> models.TicketCounts:
        """Count the open tickets of each view."""
        return await self._transport.get("/v1/tickets/counts", options=options)

    def export(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.ExportTicketsQuery],
    ) -> AsyncIterator[models.ExportLineOption1]:
        """Export tickets."""
        return self._transport.export("/v1/exports/tickets", query=query, options=options)


class Resources:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.tickets = Tickets(transport)
        self.messages = Messages(transport)
        self.conversations = Conversations(transport)
        self.drafts = Drafts(transport)
        self.bulk = Bulk(transport)
        self.knowledge = Knowledge(transport)
        self.events = Events(transport)
        self.webhooks = Webhooks(transport)
        self.workspace = Workspace(transport)
        self.contacts = Contacts(transport)
        self.accounts = Accounts(transport)
        self.audit_events = AuditEvents(transport)
        self.agents = Agents(transport)
        self.groups = Groups(transport)
        self.attributes = Attributes(transport)
        self.keys = Keys(transport)
        self.macros = Macros(transport)
        self.mailboxes = Mailboxes(transport)
        self.mails = Mails(transport)

    async def me(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> models.Me:
        """Retrieve the key or the session that sends the request."""
        return await self._transport.get("/v1/me", options=options)

    async def figures(
        self,
        *,
        options: RequestOptions | None = None,
        **query: Unpack[models.GetFiguresQuery],
    ) -> models.Figures:
        """Retrieve figures of some days."""
        return await self._transport.get("/v1/figures", query=query, options=options)
