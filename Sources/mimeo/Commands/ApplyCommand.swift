import Mimeograph
import MimeographJSON
import MimeographJSONPatch

/// Changes a JSON document as a patch says.
enum ApplyCommand: Command {
    static let name = "apply"
    static let summary = "Applies a JSON Patch or a merge patch to a JSON document, and shows the result."
    static let operands = "PATCH FILE|-"
    static let details = """
        A patch that is an array is a JSON Patch (RFC 6902); any other, and each with --merge, is a merge patch (RFC 7396).
        The document is read as JSON, unless --type, --head or the file's extension says otherwise, and shown as
        `mimeo decode` shows it. Where an operation fails nothing is shown, and the error tells which one it was.
        With --make PATCH is a document, too: what is shown is the patch that makes it of the other.
        """
    static let options =
        [
            OptionDeclaration("merge", help: "Takes the patch for a merge patch, or makes one."),
            OptionDeclaration("make", help: "Shows the patch that turns FILE into the document called PATCH."),
        ] + Settings.reading + [Settings.coloring]

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        var settings = try Settings(arguments)
        guard let patchPath = arguments.operands.first, !patchPath.isEmpty, !patchPath.hasSameBytes(as: "-") else {
            throw UsageError("which patch? Name a file; only the document may come from standard input")
        }
        let rest = arguments.withoutFirstOperand()
        if settings.contentType == nil, settings.headPath == nil,
            rest.operands.first.flatMap(Formats.mediaType(ofPath:)) == nil
        {
            settings.contentType = "application/json"
        }
        let reporter = Reporter(console, settings)
        let registry = try Formats.registry(settings)
        let source = try ResponseSource(rest, settings, console)
        let patch = try FileReading.read(path: patchPath, atMost: settings.limits.inputBytes + 1)
        reporter.remark(source.valueSummary)
        do throws(SerializationError) {
            try source.checkSize()
            let document = try registry.read(JSON.self, from: source.body, head: source.head)
            // No nulls are taken away: they are what a patch says.
            let change = try JSON(parsing: patch, limits: settings.limits)
            let result = try result(of: change, to: document, arguments, settings, reporter)
            ValuePrinter(settings, console).write(result, to: console.output)
            return .success
        } catch {
            reporter.report(error)
            if let failure = error.patchFailure { reporter.remark("the pointer: \(VisibleText(failure.pointer))") }
            return .badBody
        }
    }

    private static func result(
        of change: JSON,
        to document: JSON,
        _ arguments: Arguments,
        _ settings: Settings,
        _ reporter: Reporter
    ) throws(SerializationError) -> JSON {
        let isMerge = arguments.has("merge")
        if arguments.has("make") { return try difference(from: document, to: change, isMerge: isMerge) }
        return try apply(change, to: document, isMerge: isMerge || change.array == nil, settings, reporter)
    }

    private static func apply(
        _ patch: JSON,
        to document: JSON,
        isMerge: Bool,
        _ settings: Settings,
        _ reporter: Reporter
    ) throws(SerializationError) -> JSON {
        if isMerge {
            reporter.remark("a merge patch")
            return document.applying(JSONMergePatch(patch))
        }
        let patch = try JSONPatchSerializer().read(patch.serialized(), limits: settings.limits)
        let count = patch.operations.count
        reporter.remark("a JSON Patch of \(count) \(count == 1 ? "operation" : "operations")")
        return try document.applying(patch, limits: settings.limits)
    }

    private static func difference(from old: JSON, to new: JSON, isMerge: Bool) throws(SerializationError) -> JSON {
        if isMerge { return try JSONMergePatch(from: old, to: new).document }
        // It was made here, of two documents that were held to the limits, and may be larger and deeper than both.
        let limits = DecodingLimits(inputBytes: .max, depth: .max, elements: .max)
        return try JSON(parsing: JSONPatchSerializer().encode(JSONPatch(from: old, to: new)), limits: limits)
    }
}
