// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-ins for the memory of lp_bpc_dec_serial and the corner-turn array, where data are not
/// looked at: all that is read is free.
module lp_bpc_slots;
  (* anyseq *) logic [130:0] head;
  (* anyseq *) logic [63:0] pair;
  assign head_o = head;
  assign pair_o = pair;
endmodule

/// See above.
module lp_bpc_corner;
  (* anyseq *) logic [63:0] pair;
  assign data_o = pair;
endmodule

`default_nettype wire
