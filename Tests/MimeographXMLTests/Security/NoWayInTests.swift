import Foundation
import Mimeograph
import MimeographXML
import TestSupport
import Testing

/// Tests of documents that refer to external resources. Nothing is fetched, whether the document is read or rejected.
@Suite struct NoWayInTests {
    /// A name, a document with placeholders for the bait, and whether the document is rejected.
    static let attacks: [(name: String, text: String, isRefused: Bool)] = [
        ("external entity, file", #"<!DOCTYPE a [<!ENTITY x SYSTEM "{file}">]><a>&x;</a>"#, true),
        ("external entity, path", #"<!DOCTYPE a [<!ENTITY x SYSTEM "{path}">]><a>&x;</a>"#, true),
        ("external entity, http", #"<!DOCTYPE a [<!ENTITY x SYSTEM "{http}">]><a>&x;</a>"#, true),
        ("external entity, public", #"<!DOCTYPE a [<!ENTITY x PUBLIC "-//X//Y" "{http}">]><a>&x;</a>"#, true),
        ("external entity, not used", #"<!DOCTYPE a [<!ENTITY x SYSTEM "{file}">]><a/>"#, false),
        ("external entity in an attribute", #"<!DOCTYPE a [<!ENTITY x SYSTEM "{file}">]><a b="&x;"/>"#, true),
        (
            "external entity in an entity",
            #"<!DOCTYPE a [<!ENTITY x SYSTEM "{file}"><!ENTITY y "<b>&x;</b>">]><a>&y;</a>"#, true
        ),
        (
            "external entity in a default",
            ##"<!DOCTYPE a [<!ENTITY x SYSTEM "{file}"><!ATTLIST a b CDATA "&x;">]><a/>"##,
            true
        ),
        (
            "unparsed entity", #"<!DOCTYPE a [<!NOTATION n SYSTEM "n"><!ENTITY x SYSTEM "{file}" NDATA n>]><a>&x;</a>"#,
            true
        ),
        (
            "unparsed entity, named",
            #"<!DOCTYPE a [<!NOTATION n SYSTEM "{http}"><!ENTITY x SYSTEM "{file}" NDATA n><!ATTLIST a b ENTITY #IMPLIED>]><a b="x"/>"#,
            false
        ),
        ("external subset, http", #"<!DOCTYPE a SYSTEM "{http}"><a/>"#, false),
        ("external subset, file", #"<!DOCTYPE a SYSTEM "{file}"><a/>"#, false),
        ("external subset, public", #"<!DOCTYPE a PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "{http}"><a/>"#, false),
        (
            "external subset, standalone", #"<?xml version="1.0" standalone="no"?><!DOCTYPE a SYSTEM "{http}"><a/>"#,
            false
        ),
        ("external subset, entity of it", #"<!DOCTYPE a SYSTEM "{http}"><a>&nbsp;</a>"#, true),
        ("external subset, entity of it in a value", #"<!DOCTYPE a SYSTEM "{http}"><a b="&nbsp;"/>"#, true),
        ("parameter entity, file", #"<!DOCTYPE a [<!ENTITY % x SYSTEM "{file}"> %x;]><a/>"#, true),
        ("parameter entity, http", #"<!DOCTYPE a [<!ENTITY % x SYSTEM "{http}"> %x;]><a/>"#, true),
        ("parameter entity, not used", #"<!DOCTYPE a [<!ENTITY % x SYSTEM "{http}">]><a/>"#, false),
        ("parameter entity, internal", #"<!DOCTYPE a [<!ENTITY % x "<!ENTITY y 'z'>"> %x;]><a>&y;</a>"#, true),
        (
            "parameter entity, hidden by a reference",
            ##"<!DOCTYPE a [<!ENTITY % x "&#37;y;"><!ENTITY % y SYSTEM "{http}"> %x;]><a/>"##, true
        ),
        (
            "out of band",
            ##"<!DOCTYPE a [<!ENTITY % f SYSTEM "{file}"><!ENTITY % d SYSTEM "{http}"> %d; %send;]><a/>"##, true
        ),
        (
            "XInclude", #"<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="{file}" parse="text"/></a>"#,
            false
        ),
        ("style sheet", #"<?xml-stylesheet href="{http}" type="text/xsl"?><a/>"#, false),
        (
            "schema",
            #"<a xmlns:s="http://www.w3.org/2001/XMLSchema-instance" s:noNamespaceSchemaLocation="{http}"/>"#, false
        ),
        ("catalogue", #"<?oasis-xml-catalog catalog="{file}"?><!DOCTYPE a PUBLIC "p" "{http}"><a/>"#, false),
        ("base", #"<a xml:base="{http}"><b href="x"/></a>"#, false),
    ]

    @Test(arguments: attacks.indices) func nothingIsFetched(index: Int) throws {
        let attack = Self.attacks[index]
        let bait = try Bait()
        let body = bait.set(into: attack.text)
        do throws(SerializationError) {
            let document = try XML.Document(parsing: body.utf8)
            #expect(!attack.isRefused, "\(attack.name)")
            #expect(!document.root.stringValue.contains("leaked"))
            _ = document.root.descendants.count
            _ = try document.nodes("//*|//@*")
        } catch {
            #expect(attack.isRefused, "\(attack.name): \(error)")
            #expect(error.code == .syntax, "\(attack.name): \(error)")
            #expect(error.location != nil)
        }
        // Tries the same in UTF-16, and as a body for a serializer.
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in body.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        _ = try? XMLDocumentResponseSerializer().read(wide)
        #expect(!bait.isTaken(), "\(attack.name)")
    }

    /// The bait detects access: libxml2's own tool triggers it if its options allow this.
    @Test(.enabled(if: Tool.xmllint != nil || Corpora.isContinuousIntegration, "xmllint is not here"))
    func theBaitWorks() throws {
        let bait = try Bait()
        #expect(!bait.isTaken())
        let file = bait.folder.appendingPathComponent("attack.xml")
        try bait.set(into: Self.attacks[0].text).write(to: file, atomically: true, encoding: .utf8)
        let process = Process()
        let tool = try #require(Tool.xmllint)
        process.executableURL = tool
        process.arguments = ["--noent", "--noout", file.path]
        process.standardError = FileHandle.nullDevice
        try ChildProcess.starting { try process.run() }
        // The pipe never ends for a reader, so the process must be stopped.
        for _ in 0..<100 where !bait.isTaken() { usleep(20_000) }
        let isTaken = bait.isTaken()
        process.terminate()
        #expect(isTaken)
    }

    /// An option rejects all document types.
    @Test func withoutDocumentTypes() throws {
        let strict = XMLReadingOptions(documentTypes: .refuse)
        let error = try #require(throws: SerializationError.self) {
            try XML.Document(parsing: "<!DOCTYPE a><a/>".utf8, options: strict)
        }
        #expect(error.code == .syntax)
        #expect(error.remedy?.contains("documentTypes") == true)
        #expect(try XML.Document(parsing: "<a/>".utf8, options: strict).root.name == "a")
    }
}

/// Programs for comparisons in some tests.
enum Tool {
    static let xmllint: URL? = ["/usr/bin/xmllint", "/usr/local/bin/xmllint", "/opt/homebrew/bin/xmllint"]
        .map { URL(fileURLWithPath: $0) }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
}
