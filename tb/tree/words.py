# SPDX-License-Identifier: Apache-2.0
"""The tics of docs/develop/style.md as patterns: name, pattern, what to say instead. Text is
matched with one space between words. Patterns of OPENINGS match where a comment, paragraph, list
item or sentence begins; those of ANYWHERE, whole words within any text."""

ANYWHERE = (
    ("nobody", r"[Nn]obody",
     "the passive, or the actor: 'no other process reads it', 'unused'"),
    ("somebody", r"[Ss]ome(body|one)", "the actor: 'another process', 'another driver'"),
    ("whoever", r"[Ww]ho(m)?ever", "the actor: 'the caller', 'the process that'"),
    ("whyever", r"[Ww]hyever", "'for any reason'"),
    ("some purpose", r"is so to|to some purpose", "the reason or the figure"),
    ("what X leaves", r"what (a|an|the|its|their|his|each|every|another) [\w-]+ (leaves?|left|"
     r"spares?)", "the noun: 'unused memory of a neighbouring GPU'"),
    ("stands", r"(?<!long-)([Ss]tands?|[Ss]tood|standing)(?! (for|in for|alone|out)\b)(?!-)",
     "'is', 'is stored in', 'is listed in'; of a handshake, 'is held'"),
    ("for X stands Y", r"for (a|an|the|each|every|all|this|that) [\w -]+ stands?",
     "'X represents Y'"),
    ("lies", r"([Ll]ies|[Ll]ie|[Ll]ain|lying)", "'is', 'is stored', 'is at'"),
    ("behind", r"(?<!left )(?<!leave )(?<!leaves )(?<!leaving )(?<!fall )(?<!falls )(?<!lag )"
     r"(?<!lags )(?<![`.])[Bb]ehind(?!`|, other\b)(?! (a |an |the |its |this |that |one )?(AXI|PCIe|"
     r"LitePCIe|bus|switch|bridge|IOMMU|NAT|firewall|interface|handle|API|calls?)\b)",
     "'after', 'following', 'past the end of', 'downstream of', 'connected to'"),
    ("beside the paper", r"[Bb]eside (the paper|each other|one another|[\w ]{1,20}'s)",
     "'compared with', 'concurrently'"),
    ("anew", r"anew", "'again'"),
    ("appears whole", r"(appears?|comes?|is there|are there|arrives?|shows?|stays?) whole",
     "'is written atomically', 'is complete'"),
    ("comes of", r"(come|comes|came|become|becomes|became) of(?! (age|interest)\b)",
     "'results from', 'happens to'"),
    ("hears of", r"(hear|hears|heard) of", "'is notified of'"),
    ("for good", r"for good(?=[.,;:)]|$)", "'permanently'"),
    ("goes by", r"go(es)? by(?! (the )?name)", "'uses', 'follows', 'depends on'"),
    ("is of another", r"(is|are|be|was|were) of (another|its|several|two)",
     "'belongs to', 'comes from', 'has'"),
    ("clipped genitive", r"(is|are|was|were|be|not|as) (a|an|the|another|each|every|one|its|some)?"
     r" ?[a-z]+'s?(?=[.,;:)]|$)", "the noun after the genitive, or 'belongs to'"),
    ("another's", r"(another|other|else|one)'s(?=[.,;:)]|$| (and|or|but|is|are|in|at|to)\b)",
     "the noun: 'another process's file'"),
    ("thereof", r"(thereof|therein|thereby|whereof|wherein|whereupon|hitherto|henceforth)",
     "a pronoun or the noun"),
    ("be it", r"(be it|be they|come what may)", "'also if it is'"),
)

OPENINGS = (
    ("begins with What", r"[Ww]hat [^.?]*([.]|$)", "the noun: 'Fields that ...', 'State of ...'"),
    ("begins with Who", r"[Ww]ho [^.?]*([.]|$)", "the actor: 'A caller that ...'"),
    ("Of several, the", r"Of (a|an|the|several|two|both|many|those|these|them|all|each|equal)\b"
     r"[^.;:,]*(,| the (first|last|one|codec|\w+est)\b)",
     "a condition and a subject: 'If several apply, the first is ...'"),
)
