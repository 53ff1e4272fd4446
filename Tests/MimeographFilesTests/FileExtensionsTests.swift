import Foundation
import Mimeograph
import MimeographFiles
import TestSupport
import Testing

@Suite struct FileExtensionsTests {
    @Test(arguments: [
        ("png", "image/png"), ("jpg", "image/jpeg"), ("jpeg", "image/jpeg"), ("cer", "application/x-x509-ca-cert"),
        ("json", "application/json"), ("xml", "application/xml"), ("html", "text/html"), ("js", "text/javascript"),
        ("mp3", "audio/mpeg"), ("mp4", "video/mp4"), ("wav", "audio/wav"), ("ico", "image/vnd.microsoft.icon"),
        ("zip", "application/zip"), ("gz", "application/gzip"), ("bin", "application/octet-stream"),
        ("svg", "image/svg+xml"), ("csv", "text/csv"), ("pdf", "application/pdf"), ("jsonl", "application/jsonl"),
        ("ndjson", "application/x-ndjson"), ("plist", "application/x-plist"), ("sse", "text/event-stream"),
    ])
    func extensionToType(fileExtension: String, essence: String) {
        #expect(FileExtensions.mediaType(for: fileExtension)?.description == essence)
    }

    @Test(arguments: [
        "exe": "application/x-msdownload", "mts": "video/mp2t", "stl": "model/stl",
        "deb": "application/x-debian-package",
        "xsl": "application/xslt+xml", "bmp": "image/bmp", "rar": "application/vnd.rar", "mkv": "video/matroska",
    ])
    func conflictsFollowTheRules(fileExtension: String, essence: String) {
        #expect(FileExtensions.mediaType(for: fileExtension)?.essence == essence)
    }

    @Test(arguments: ["PNG", ".png", ".PnG"])
    func ignoresCaseAndDot(fileExtension: String) {
        #expect(FileExtensions.mediaType(for: fileExtension) == "image/png")
    }

    @Test(arguments: ["", ".", "..png", "no-such-extension", "p ng", "image/png", "~cer", "pn\u{130}"])
    func unknownExtensions(fileExtension: String) {
        #expect(FileExtensions.mediaType(for: fileExtension) == nil)
        #expect(FileExtensions.mediaType(for: String(repeating: "png", count: 100_000)) == nil)
    }

    @Test(arguments: [
        ("photo.JPG", "image/jpeg"), ("/a.b/c.tar.gz", "application/gzip"), ("a.png/", nil), ("/x.png/y", nil),
        (".png", nil), ("dir/.png", nil), ("a.", nil), ("", nil), ("png", nil), ("ключ.png", "image/png"),
    ])
    func pathToType(path: String, essence: String?) {
        #expect(FileExtensions.mediaType(ofPath: path)?.essence == essence)
    }

    @Test(arguments: [
        ("image/jpeg", "jpg"), ("image/png", "png"), ("audio/mpeg", "mp3"), ("video/quicktime", "mov"),
        ("text/html; charset=utf-8", "html"), ("application/x-x509-ca-cert", "cer"),
        ("application/octet-stream", "bin"),
    ])
    func typeToExtension(text: String, fileExtension: String) throws {
        #expect(try FileExtensions.preferred(for: MediaType(text)) == fileExtension)
    }

    @Test func typesWithoutExtensions() {
        #expect(FileExtensions.preferred(for: "application/vnd.nobody.made-this") == nil)
        #expect(FileExtensions.all(for: "application/vnd.nobody.made-this").isEmpty)
        #expect(FileExtensions.all(for: "application/pkix-cert") == ["cer"])
    }

    /// Every extension of the registries is known, and maps to one of the types that have it.
    @Test(.needsCorpora) func everyExtensionOfMimeDB() throws {
        let database = try #require(try Corpora.json("mime-db/db.json") as? [String: [String: Any]])
        var types: [String: Set<String>] = [
            "cer": ["application/x-x509-ca-cert"], "sse": ["text/event-stream"],
        ]
        for (essence, facts) in database {
            let listed = facts["extensions"] as? [String] ?? []
            for fileExtension in listed { types[fileExtension, default: []].insert(essence) }
            let ours = try FileExtensions.all(for: MediaType(essence))
            #expect(Set(listed).isSubset(of: ours), "\(essence)")
        }
        #expect(types.count == 1246)
        let record = SuiteRecord("mime-db", part: "file extensions")
        for (fileExtension, essences) in types {
            let type = try #require(FileExtensions.mediaType(for: fileExtension), "\(fileExtension)")
            record.expect(essences.contains(type.essence), fileExtension, "\(type)")
            record.expect(MediaType(parsing: type.essence) == type, fileExtension, "is not read")
        }
        try record.write()
    }
}
