import Foundation
import MimeographForm
import MimeographFoundation
import MimeographImage
import MimeographImageGIF
import MimeographImageTIFF
import MimeographImageWebP
import MimeographServer
import MimeographText
import TestSupport
import Testing

@testable import Mimeograph
@testable import mimeo

/// Adding a module changes no decision about the types of others, unless its range is strictly more specific. Removing the module
/// restores the decisions. This holds for every set of modules.
@Suite struct ModuleLawTests {
    /// Every plugin of the tool, and two more that it does not use.
    static let modules: [any SerializerPlugin] =
        Formats.modules(Settings()).flatMap(\.plugins).filter { !($0 is MultipartPlugin) }
        + [MultipartPlugin(parts: SerializerRegistry()), DataPlugin()]

    /// Returns a registry of some modules, by their indices in the list.
    private func registry(_ indices: some Sequence<Int>) throws -> SerializerRegistry {
        try SerializerRegistry { indices.map { Self.modules[$0] } }
    }

    // MARK: Questions

    /// The registrations of all modules together.
    private static let registrations: [Registration] = {
        var registry = SerializerRegistry()
        for module in modules { try? registry.install(module) }
        return registry.registrations
    }()

    /// A media type for each range that a module accepts, some types that no module accepts, and nil.
    private static let types: [MediaType?] = {
        var types: [MediaType?] = [nil, .octetStream, "application/x-nobody", "font/woff", "application/a+b"]
        for range in registrations.flatMap(\.reads) {
            switch range.pattern {
            case .essence: types.append(range.concreteType)
            case .type(let type): types.append(MediaType(stringLiteral: "\(type)/x-any"))
            case .anySuffix(let suffix): types.append(MediaType(stringLiteral: "text/x-any+\(suffix)"))
            case .typeSuffix(let type, let suffix): types.append(MediaType(stringLiteral: "\(type)/x-any+\(suffix)"))
            case .any: break
            }
        }
        return types.enumerated().filter { index, type in !types[..<index].contains(type) }.map(\.element)
    }()

    /// Any value, a `Codable` type, and each type of a registration.
    private static let wanted: [(name: String, type: WantedType)] = {
        var wanted = [("whatever", WantedType.anything), ("a Codable", WantedType(ProblemDetails.self))]
        for case .exactly(let type) in registrations.flatMap({ $0.readDomains + $0.writtenDomains })
        where !wanted.contains(where: { $0.0 == "\(type)" }) {
            wanted.append(("\(type)", WantedType(type)))
        }
        return wanted
    }()

    /// A body without a signature, and one with each signature.
    private static let bodies: [[UInt8]] =
        [[0x78]]
        + Set(registrations.flatMap(\.options.signatures)).map {
            [UInt8](repeating: 0, count: $0.offset) + $0.pattern
        }

    /// The chosen registration, the match of its range, and whether its type comes from the bytes.
    private struct Decision: Equatable {
        var id: Registration.ID
        var match: MediaRange.Match
        var isSniffed: Bool
    }

    private func decisions(_ registry: SerializerRegistry) -> [String: Decision] {
        var decisions: [String: Decision] = [:]
        for type in Self.types {
            let head = ResponseHead(status: 200, fields: type.map { ["Content-Type": $0.description] } ?? [:])
            for body in type == nil || type?.isImage == true ? Self.bodies : [[0x78]] {
                for (name, wanted) in Self.wanted {
                    let key = "\(type?.description ?? "no type") \(body) as \(name)"
                    let label = registry.label(.response(head), wanted, prefix: body.span)
                    if let entry = registry.ranking(label.lookedUpType, wanted).first {
                        decisions[key] = Decision(
                            id: entry.entry.id,
                            match: entry.range.match(label.lookedUpType) ?? .init(specificity: 0, matchedParameters: 0),
                            isSniffed: label.type != type
                        )
                    }
                    guard let type, let entry = registry.ranking(type, wanted, streaming: true).first else { continue }
                    decisions["\(key), in elements"] = Decision(
                        id: entry.entry.id,
                        match: entry.range.match(type) ?? .init(specificity: 0, matchedParameters: 0),
                        isSniffed: false
                    )
                }
            }
        }
        return decisions
    }

    /// Returns the written bodies, by the requested media type.
    private func writing(_ registry: SerializerRegistry) -> [String: [UInt8]] {
        var written: [String: [UInt8]] = [:]
        for type in Set(Self.registrations.flatMap(\.writes)) {
            written["\(type) of a Codable"] = try? registry.encode(["key": "value"], as: type).bytes
            written["\(type) of text"] = try? registry.encode("text", as: type).bytes
        }
        return written
    }

    // MARK: The law

    /// Compares a registry with the same registry plus one module.
    private func check(_ before: SerializerRegistry, adding module: any SerializerPlugin) throws {
        let after = try before.adding(module)
        let added = Set(after.registrations.map(\.id)).subtracting(before.registrations.map(\.id))
        let (old, new) = (decisions(before), decisions(after))
        for (message, decision) in new where decision != old[message] {
            #expect(added.contains(decision.id), "\(message): \(module) has another module decide it")
            guard let earlier = old[message] else { continue }
            let isNearer = decision.match > earlier.match || (decision.isSniffed && !earlier.isSniffed)
            #expect(isNearer, "\(message): \(decision.id) takes it from \(earlier.id), which is as near")
        }
        for message in old.keys { #expect(new[message] != nil, "\(message): no registration decides it any more") }
        let (oldBytes, newBytes) = (writing(before), writing(after))
        for (value, bytes) in oldBytes {
            #expect(newBytes[value] == bytes, "\(value): written otherwise with \(module)")
        }
    }

    /// Each module is added to all the others, so that everything it takes from them shows.
    @Test(arguments: modules.indices)
    func eachModuleAddedToAllOthers(_ index: Int) throws {
        try check(registry(Self.modules.indices.filter { $0 != index }), adding: Self.modules[index])
    }

    /// Random sets of modules of every size, each with one module added, in a shuffled order.
    @Test(arguments: 0..<3)
    func randomSetsGrownByOne(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let order = Self.modules.indices.shuffled(using: &generator)
        for count in 0..<order.count { try check(registry(order[..<count]), adding: Self.modules[order[count]]) }
    }

    /// The order of the modules makes no difference to decisions.
    @Test func theOrderOfTheListDoesNotMatter() throws {
        let straight = decisions(try registry(Self.modules.indices))
        #expect(decisions(try registry(Self.modules.indices.reversed())) == straight)
        #expect(straight.count > 100)
    }

    /// A module that replaces another one and takes over its types.
    private struct PushyPlugin: SerializerPlugin {
        func register(in registry: inout SerializerRegistry) throws(RegistryError) {
            try registry.register(
                TextResponseSerializer(),
                options: RegistrationOptions(id: "pushy", replacing: "text")
            )
        }
    }

    /// The check detects a module that breaks the law.
    @Test func aModuleThatBreaksTheLawIsFound() throws {
        let before = try registry(Self.modules.indices)
        try withKnownIssue {
            try check(before, adding: PushyPlugin())
        } matching: { issue in
            let faults = ["takes it from text", "has another module decide it", "no registration decides it any more"]
            return issue.comments.contains { comment in faults.contains { comment.rawValue.contains($0) } }
        }
    }

    // MARK: Remedies

    /// The plugins that a remedy may name, with their descriptions.
    private static let named: [(words: String, plugin: any SerializerPlugin)] =
        modules.filter { !($0 is ImagePlugin || $0 is BytesPlugin || $0 is DataPlugin) }
        .map { ("\(type(of: $0))()", $0) } + [
            ("ImagePlugin()", ImagePlugin()),
            ("ImagePlugin(codecs: .standard + [.gif])", ImagePlugin(codecs: [.gif])),
            ("ImagePlugin(codecs: .standard + [.tiff])", ImagePlugin(codecs: [.tiff])),
            ("ImagePlugin(codecs: .standard + [.webp])", ImagePlugin(codecs: [.webp])),
        ]

    /// The core's list of plugins is generated from the plugins. `Scripts/generate plugins` runs this test to write it.
    @Test func theListOfPluginsIsTheirOwn() throws {
        var lines = ["    ([\"application/octet-stream\"], \"BytesPlugin()\"),"]
        for (words, plugin) in Self.named {
            var ranges: [String] = []
            for range in try SerializerRegistry({ plugin }).registrations.flatMap(\.reads) where range != .any {
                if !ranges.contains("\"\(range)\"") { ranges.append("\"\(range)\"") }
            }
            let owners = [plugin] + ((plugin as? ImagePlugin)?.codecs.prefix(1).map { $0 as Any } ?? [])
            let modules = owners.map { String(reflecting: type(of: $0)).prefix { $0 != "." } }
            let names = Set(modules).count == 1 ? [modules[0]] : modules
            let name = "\(words) of \(names.joined(separator: ", with "))"
            if !ranges.isEmpty { lines.append("    ([\(ranges.joined(separator: ", "))], \"\(name)\"),") }
        }
        let text = """
            // Made by Scripts/generate plugins; change that, not this.
            // swift-format-ignore-file

            /// The media ranges that each plugin of this package reads. Only remedies name them.
            let knownPlugins: [(ranges: [MediaRange], plugin: String)] = [
            \(lines.joined(separator: "\n"))
            ]

            """
        let path = "../../Sources/Mimeograph/Registry/KnownPlugins.swift"
        let file = URL(filePath: path, relativeTo: URL(filePath: #filePath))
        if ProcessInfo.processInfo.environment["MIMEOGRAPH_GENERATE"] != nil { try Data(text.utf8).write(to: file) }
        #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == text, "Run Scripts/generate plugins.")
    }

    /// If the plugin is missing from a registry, the remedy names the plugin with the most specific range.
    @Test(arguments: types.compactMap { $0 })
    func theRemedyNamesAPluginThatReads(type: MediaType) throws {
        let readers = try Self.modules.filter { module in
            try SerializerRegistry { module }.registrations.contains { registration in
                registration.reads.contains { $0 != .any && $0.contains(type) }
            }
        }
        let head = ResponseHead(status: 200, fields: ["Content-Type": type.description])
        let error = #expect(throws: SerializationError.self) {
            try SerializerRegistry().read(ProblemDetails.self, from: [0x78], head: head)
        }
        let remedy = try #require(error?.remedy)
        let names = readers.map { "\(Swift.type(of: $0))(" }
        #expect(names.isEmpty || names.contains { remedy.contains($0) }, "\(type): \(remedy), not one of \(names)")
    }

    /// The owner of a signature must read its type. Otherwise the signature would have no effect.
    @Test func signaturesAreOfTypesThatAreRead() {
        for registration in Self.registrations {
            for signature in registration.options.signatures {
                #expect(registration.reads.contains { $0.contains(signature.type) }, "\(registration.id): \(signature)")
            }
        }
    }
}
