import base64
import hashlib
import hmac
import json
import time
import unittest

from supportdesk import WebhookVerificationError, verify_webhook

KEY = b"a secret of the webhook"
SECRET = "whsec_" + base64.b64encode(KEY).decode()
BODY = json.dumps({"id": "evt_1", "note": "Größe"}, ensure_ascii=False).encode()


def signed(key: bytes = KEY, at: float | None = None) -> dict[str, str]:
    timestamp = str(int(at or time.time()))
    mac = hmac.digest(key, f"evt_1.{timestamp}.".encode() + BODY, hashlib.sha256)
    signature = "v1," + base64.b64encode(mac).decode()
    return {"Webhook-Id": "evt_1", "Webhook-Timestamp": timestamp, "Webhook-Signature": signature}


class Webhooks(unittest.TestCase):
    def test_accepts_a_signed_request_and_one_of_several_signatures(self) -> None:
        self.assertEqual(verify_webhook(SECRET, signed(), BODY)["id"], "evt_1")
        self.assertEqual(verify_webhook(SECRET, signed(), BODY.decode())["id"], "evt_1")
        headers = signed()
        headers["Webhook-Signature"] = f"v1a,AAAA {signed(b'other')['Webhook-Signature']} {headers['Webhook-Signature']}"
        self.assertEqual(verify_webhook(SECRET, headers, BODY)["id"], "evt_1")

    def test_refuses_all_others(self) -> None:
        now = time.time()
        wrong = [
            (signed(), BODY + b" "),
            (signed(b"other"), BODY),
            (signed() | {"Webhook-Id": "evt_2"}, BODY),
            (signed(at=now - 301), BODY),
            (signed(at=now + 330), BODY),
            (signed() | {"Webhook-Timestamp": "x"}, BODY),
            (signed() | {"Webhook-Signature": "v1,*ä"}, BODY),
            (signed() | {"Webhook-Signature": ""}, BODY),
            ({"Webhook-Id": "evt_1"}, BODY),
        ]
        for headers, body in wrong:
            with self.subTest(headers=headers), self.assertRaises(WebhookVerificationError):
                verify_webhook(SECRET, headers, body)


if __name__ == "__main__":
    unittest.main()
