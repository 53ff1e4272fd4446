import Mimeograph

/// A regular expression of RFC 9485, compiled to a nondeterministic automaton (Thompson's construction).
///
/// Matching keeps the set of all states that the text so far can reach. It takes at most a step for each state and character, and
/// never goes back. For `a|b+`, the program is
/// ```
/// 0 fork 1, 3
/// 1 character a
/// 2 jump 5
/// 3 character b
/// 4 fork 3, 5
/// 5 accept
/// ```
struct IRegexp: Sendable {
    enum Instruction: Sendable {
        /// A character of the class with that index.
        case character(Int)
        case fork(Int, Int)
        case jump(Int)
        /// The beginning of the text.
        case start
        /// The end of the text.
        case end
        case accept
    }

    let program: [Instruction]
    let classes: [IRegexpClass]

    /// Compiles a pattern.
    ///
    /// - Returns: nil if the pattern is malformed.
    /// - Throws: ``SerializationError/Code/limitExceeded``.
    static func compile(
        _ pattern: String,
        limits: JSONPathLimits,
        at location: SourceLocation? = nil
    ) throws(SerializationError) -> IRegexp? {
        let most = max(0, min(limits.patternStates, JSONPathLimits.maximumPatternStates))
        do throws(IRegexpError) {
            var parser = IRegexpParser(pattern, maximumStates: most)
            let node = try parser.parse()
            var compiler = IRegexpCompiler(maximumStates: most)
            try compiler.emit(node)
            return IRegexp(program: compiler.program + [.accept], classes: parser.classes)
        } catch {
            switch error {
            case .malformed: return nil
            case .tooLarge: throw limits.exceeded(.patternStates, most, at: location)
            }
        }
    }
}

enum IRegexpError: Error { case malformed, tooLarge }

/// A parsed pattern.
indirect enum IRegexpNode {
    case character(Int)
    case start
    case end
    case sequence([IRegexpNode])
    case choice([IRegexpNode])
    case repetition(IRegexpNode, least: Int, most: Int?)
}

/// Turns a parsed pattern into a program. It recurses as deep as the parentheses, which are limited.
struct IRegexpCompiler {
    private(set) var program: [IRegexp.Instruction] = []
    private let maximumStates: Int
    /// The number of nodes so far. Repetitions of an empty pattern have no instructions, but take time.
    private var nodes = 0

    init(maximumStates: Int) { self.maximumStates = maximumStates }

    mutating func emit(_ node: IRegexpNode) throws(IRegexpError) {
        nodes += 1
        guard nodes <= maximumStates, program.count <= maximumStates else { throw .tooLarge }
        switch node {
        case .character(let index): program.append(.character(index))
        case .start: program.append(.start)
        case .end: program.append(.end)
        case .sequence(let parts): for part in parts { try emit(part) }
        case .choice(let branches):
            var jumps: [Int] = []
            for branch in branches.dropLast() {
                let fork = program.count
                program.append(.jump(0))
                try emit(branch)
                jumps.append(program.count)
                program.append(.jump(0))
                program[fork] = .fork(fork + 1, program.count)
            }
            if let last = branches.last { try emit(last) }
            for jump in jumps { program[jump] = .jump(program.count) }
        case .repetition(let body, let least, let most):
            for _ in 0..<least { try emit(body) }
            guard let most else {
                let fork = program.count
                program.append(.jump(0))
                try emit(body)
                program.append(.jump(fork))
                program[fork] = .fork(fork + 1, program.count)
                return
            }
            var forks: [Int] = []
            for _ in least..<most {
                forks.append(program.count)
                program.append(.jump(0))
                try emit(body)
            }
            for fork in forks { program[fork] = .fork(fork + 1, program.count) }
        }
    }
}

// MARK: - Matching

extension IRegexp {
    /// Whether the pattern matches the whole text, or some part of it.
    func matches(_ text: String, isWhole: Bool, _ run: inout JSONPathRun) throws(SerializationError) -> Bool {
        try run.spend(1 + program.count / 16)
        var scalars = text.unicodeScalars.makeIterator()
        var scalar = scalars.next()
        var states = IRegexpStates(program)
        states.add(0, isStart: true, isEnd: scalar == nil)
        while let current = scalar {
            if states.isAccepted, !isWhole { return true }
            if states.current.isEmpty, isWhole { return false }
            try run.spend(states.takeWork())
            scalar = scalars.next()
            let before = states.advance()
            for state in before {
                guard case .character(let index) = program[state], classes[index].contains(current) else { continue }
                states.add(state + 1, isStart: false, isEnd: scalar == nil)
            }
            if !isWhole { states.add(0, isStart: false, isEnd: scalar == nil) }
        }
        return states.isAccepted
    }
}

/// The states that the text so far can reach, without those that read no character.
private struct IRegexpStates {
    private let program: [IRegexp.Instruction]
    private(set) var current: [Int] = []
    private var previous: [Int] = []
    /// Whether the text so far is accepted.
    private(set) var isAccepted = false
    /// The number of the last character at which each state was added.
    private var added: [Int]
    private var position = 1
    private var open: [Int] = []
    /// The number of states that were visited.
    private var work = 0

    init(_ program: [IRegexp.Instruction]) {
        self.program = program
        added = [Int](repeating: 0, count: program.count)
    }

    /// Begins the next character, and returns the states before it.
    mutating func advance() -> [Int] {
        position += 1
        isAccepted = false
        swap(&current, &previous)
        current.removeAll(keepingCapacity: true)
        return previous
    }

    /// Returns the number of states that were visited since the last call, and at least 1.
    mutating func takeWork() -> Int {
        defer { work = 0 }
        return max(1, work)
    }

    /// Adds a state, and those that it reaches without a character.
    mutating func add(_ state: Int, isStart: Bool, isEnd: Bool) {
        open.append(state)
        while let state = open.popLast() {
            work += 1
            guard added[state] != position else { continue }
            added[state] = position
            switch program[state] {
            case .character: current.append(state)
            case .fork(let first, let second):
                open.append(second)
                open.append(first)
            case .jump(let target): open.append(target)
            case .start: if isStart { open.append(state + 1) }
            case .end: if isEnd { open.append(state + 1) }
            case .accept: isAccepted = true
            }
        }
    }
}
