/// How one law, or a family of them, is checked: the cases that are tried, and what each must satisfy.
protocol LawChecker: Sendable {
    /// Why the law does not apply; nil where it does.
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String?

    /// What is tried. It may be a lot, and is made while it is tried.
    ///
    /// - Throws: What the author has to declare before the law can be checked.
    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    >

    /// Tries one case.
    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation)

    /// Whether a case waits for other tasks, so that its time says nothing.
    var waits: Bool { get }

    /// What a report says beside the number of cases.
    func remark(on law: ConformanceLaw, _ underTest: SerializerUnderTest) -> String?
}

extension LawChecker {
    var waits: Bool { false }

    func remark(on law: ConformanceLaw, _ underTest: SerializerUnderTest) -> String? { nil }
}

extension ConformanceLaw {
    /// What checks it.
    var checker: any LawChecker {
        switch self {
        case .outcomes: OutcomesLaw()
        case .repeatable: RepeatableLaw()
        case .roundTrip: RoundTripLaw()
        case .oracle: OracleLaw()
        case .chunking: ChunkingLaw()
        case .largeBodies: LargeBodiesLaw()
        case .heads: HeadsLaw()
        case .prefixes: PrefixesLaw()
        case .mutations: MutationsLaw()
        case .errors: ErrorsLaw()
        case .inputBytes, .outputBytes, .expansionRatio, .depth, .elements, .pixels: LimitsLaw()
        case .declaredTypes: DeclaredTypesLaw()
        case .undeclaredTypes: UndeclaredTypesLaw()
        case .declining: DecliningLaw()
        case .failedWrite: FailedWriteLaw()
        case .charsets: CharsetsLaw()
        case .emptyBody: EmptyBodyLaw()
        case .concurrency: ConcurrencyLaw()
        case .cancellation: CancellationLaw()
        case .monotonicity: MonotonicityLaw()
        }
    }
}

extension SerializerUnderTest {
    /// A case for each body of the fixtures, as it is.
    func casesOfBodies(_ law: ConformanceLaw) -> AnySequence<ConformanceCase> {
        AnySequence(bodies.map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) })
    }

    /// Why a law about reading does not apply, where nothing reads.
    var whyNotRead: String? { kind == .writer ? "it only writes" : nil }
}
