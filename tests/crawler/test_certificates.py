"""A server has to show that it is the one asked for, unless its user knows better."""

import datetime
import ipaddress
import ssl
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.crawler.crawling import Workplace
from tests.crawler.serving import serve

NOW = datetime.datetime.now(datetime.UTC)
DAY = datetime.timedelta(days=1)
ROUTES = {"/": "<title>Home</title><p>The boats leave at noon.", "/robots.txt": ""}


def sign(folder: Path, address: str = "127.0.0.1", ends: datetime.datetime = NOW + DAY) -> Path:
    """Write a self-signed certificate and its key into one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "harbour")])
    alternative = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW - 9 * DAY)
        .not_valid_after(ends)
        .add_extension(alternative, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file.write_bytes(certificate.public_bytes(pem) + secret)
    return file


def context(certificate: Path) -> ssl.SSLContext:
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate)
    return server


def test_a_certificate_that_nobody_known_signed_is_one_clear_error(workplace: Workplace) -> None:
    with serve(ROUTES, context(sign(workplace.folder))) as served:
        run = workplace.run("crawl", "site", "-a", f"url={served.url}")

        assert run.code == 1
        assert "Traceback" not in run.stderr
        assert run.stderr.count("START FAILED") == 1
        assert "its certificate is not signed by an authority known here" in run.stderr
        assert "DOWNLOAD_VERIFY_CERTIFICATES=False" in run.stderr
        assert served.paths == []

        workplace.crawl(served.url, settings=("DOWNLOAD_VERIFY_CERTIFICATES=False",))

    assert workplace.paths() == [""]


def test_a_certificate_of_a_known_authority_is_believed(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = sign(workplace.folder)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with serve(ROUTES, context(certificate)) as served:
        workplace.crawl(served.url)

    assert workplace.paths() == [""]


@pytest.mark.parametrize(
    ("address", "ends", "problem"),
    [
        ("127.0.0.2", NOW + DAY, "its certificate is for another host"),
        ("127.0.0.1", NOW - DAY, "has expired"),
    ],
)
def test_a_certificate_for_another_host_or_time_is_not_believed(
    address: str,
    ends: datetime.datetime,
    problem: str,
    workplace: Workplace,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    certificate = sign(workplace.folder, address, ends)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with serve(ROUTES, context(certificate)) as served:
        run = workplace.run("crawl", "site", "-a", f"url={served.url}")

    assert run.code == 1
    assert problem in run.stderr
    assert served.paths == []
