import InMemoryTracing
import Tracing

/// A tracer that keeps its spans in memory and propagates their context as W3C Trace Context requires.
///
/// In production, use a tracer that exports spans. This one samples every trace.
///
/// Source: W3C Trace Context (Recommendation, 23 November 2021) §3.2, §3.3.
public struct TraceContextTracer: Tracer {
    private let spans = InMemoryTracer(
        idGenerator: InMemoryTracer.IDGenerator(
            nextTraceID: { hexadecimal(.random(in: 1...UInt64.max)) + hexadecimal(.random(in: 0...UInt64.max)) },
            nextSpanID: { hexadecimal(.random(in: 1...UInt64.max)) }
        )
    )

    /// Makes a tracer without spans.
    public init() {}

    /// The spans that have ended, in the order of their ends.
    public var finishedSpans: [FinishedInMemorySpan] { spans.finishedSpans }
    /// The spans that have not ended.
    public var activeSpans: [InMemorySpan] { spans.activeSpans }

    /// Starts a span as a child of the span in the context, or as the first span of a new trace.
    public func startSpan<Instant: TracerInstant>(
        _ operationName: String,
        context: @autoclosure () -> ServiceContext,
        ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant,
        function: String,
        file fileID: String,
        line: UInt
    ) -> InMemorySpan {
        spans.startSpan(
            operationName,
            context: context(),
            ofKind: kind,
            at: instant(),
            function: function,
            file: fileID,
            line: line
        )
    }

    /// Does nothing, because the tracer exports no spans.
    public func forceFlush() {}

    /// Injects `traceparent`, and `tracestate` if there is one.
    public func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let span = context.inMemorySpanContext else { return }
        injector.inject("00-\(span.traceID)-\(span.spanID)-01", forKey: "traceparent", into: &carrier)
        if let state = context.traceState { injector.inject(state, forKey: "tracestate", into: &carrier) }
    }

    /// Reads `traceparent` and `tracestate`. Anything but a valid `traceparent` of version 00 is ignored.
    public func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier,
        into context: inout ServiceContext,
        using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let parent = extractor.extract(key: "traceparent", from: carrier).flatMap(Self.span(of:)) else { return }
        context.inMemorySpanContext = parent
        context.traceState = extractor.extract(key: "tracestate", from: carrier)
    }

    /// Returns the span of a `traceparent` of version 00, or nil for anything else.
    static func span(of field: String) -> InMemorySpanContext? {
        let parts = field.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "00", parts.map(\.utf8.count) == [2, 32, 16, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) } }),
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
        else { return nil }
        return InMemorySpanContext(traceID: String(parts[1]), spanID: String(parts[2]), parentSpanID: nil)
    }
}

private func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}

private struct TraceStateKey: ServiceContextKey {
    typealias Value = String
}

extension ServiceContext {
    /// The unchanged `tracestate` of earlier tracers, which is sent on.
    public var traceState: String? {
        get { self[TraceStateKey.self] }
        set { self[TraceStateKey.self] = newValue }
    }
}
