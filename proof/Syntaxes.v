(* The theorems about whole URNs in a reader's words. An accepted string is
   "urn", ":", a NID, ":", an NSS and so on, each piece in the language of its
   rule. The marks of the machine are where the pieces start. *)

From Coq Require Import String List NArith Bool.
From Urn Require Import Abnf Check Tables Words.
From Urn Require Gen_rfc8141 Gen_relaxed Gen_rfc2141 Gen_draft2141bis.
Import ListNotations.
Open Scope N_scope.

Lemma accepts_reads : forall m n g, Reads m n g -> forall w,
  accepts m n w = true <-> map fst (fst (trail m n (start m) w)) = w /\ reads g (fst (trail m n (start m) w)).
Proof.
  intros m n g R w. rewrite (same_strings m n g R). split.
  - intros D. apply (same_reading m n g R w _ D). auto.
  - intros [E H]. rewrite <- E. apply reads_derives; auto.
Qed.

(* RFC 8141 and Relaxed have one form. *)
Definition namestring (NID NSS R Q F : node) : node :=
  Seq (Seq (Text "urn") (Seq (Start 7 (Text ":")) (Seq NID (Seq (Start 1 (Text ":")) NSS))))
    (Seq (Opt (Seq (Opt (Seq (Start 2 (Text "?+")) R)) (Opt (Seq (Start 3 (Text "?=")) Q))))
      (Opt (Seq (Start 4 (Text "#")) F))).
Definition pieces (NID NSS R Q F : node) (u : list letter) : Prop :=
  exists scheme nid nss r q f,
    u = scheme ++ mark 7 colon ++ nid ++ mark 1 colon ++ nss ++ r ++ q ++ f /\
    reads (Text "urn") scheme /\ reads NID nid /\ reads NSS nss /\
    maybe 2 [x3f; x2b] R r /\ maybe 3 [x3f; x3d] Q q /\ maybe 4 [x23] F f.
Lemma namestring_pieces : forall NID NSS R Q F u,
  reads (namestring NID NSS R Q F) u <-> pieces NID NSS R Q F u.
Proof.
  intros. unfold namestring, pieces. split.
  - intros (a & b & -> & (s & a1 & -> & Hs & c7 & a2 & -> & H7 & nid & a3 & -> & Hnid & c1 & nss & -> & H1 & Hnss)
      & rq & f & -> & Hrq & Hf).
    apply (reads_start 7 _ _ derives_colon) in H7. apply (reads_start 1 _ _ derives_colon) in H1.
    apply (reads_maybe 4 _ _ _ derives_hash) in Hf. subst. apply reads_opt in Hrq.
    assert (X : exists r q, rq = r ++ q /\ maybe 2 [x3f; x2b] R r /\ maybe 3 [x3f; x3d] Q q).
    { destruct Hrq as [->|(r & q & -> & Hr & Hq)].
      - exists [], []. repeat split; left; auto.
      - exists r, q. split; auto. split.
        + apply (reads_maybe 2 _ _ _ derives_question_plus); auto.
        + apply (reads_maybe 3 _ _ _ derives_question_equals); auto. }
    destruct X as (r & q & -> & Hr & Hq).
    exists s, nid, nss, r, q, f. repeat (split; auto). rewrite <- !app_assoc. auto.
  - intros (s & nid & nss & r & q & f & -> & Hs & Hnid & Hnss & Hr & Hq & Hf).
    exists (s ++ mark 7 colon ++ nid ++ mark 1 colon ++ nss), ((r ++ q) ++ f). split.
    { rewrite <- !app_assoc. auto. }
    split.
    + exists s, (mark 7 colon ++ nid ++ mark 1 colon ++ nss). split; auto. split; auto.
      exists (mark 7 colon), (nid ++ mark 1 colon ++ nss). split; auto. split.
      { apply (reads_start 7 _ _ derives_colon); auto. }
      exists nid, (mark 1 colon ++ nss). split; auto. split; auto.
      exists (mark 1 colon), nss. split; auto. split; auto.
      apply (reads_start 1 _ _ derives_colon); auto.
    + exists (r ++ q), f. split; auto. split.
      * apply reads_opt. right. exists r, q. split; auto. split.
        -- apply (reads_maybe 2 _ _ _ derives_question_plus); auto.
        -- apply (reads_maybe 3 _ _ _ derives_question_equals); auto.
      * apply (reads_maybe 4 _ _ _ derives_hash); auto.
Qed.

Theorem rfc8141_words : let m := machine_of Gen_rfc8141.tables in let n := Gen_rfc8141.spelled in
  forall w, accepts m n w = true <->
    let u := fst (trail m n (start m) w) in
    map fst u = w /\ pieces Gen_rfc8141.r_NID Gen_rfc8141.r_NSS Gen_rfc8141.r_r_component
      Gen_rfc8141.r_q_component Gen_rfc8141.r_f_component u.
Proof.
  intros m n w. rewrite (accepts_reads m n _ Gen_rfc8141.rfc8141_reads w). cbn zeta.
  rewrite <- namestring_pieces. reflexivity.
Qed.

Theorem relaxed_words : let m := machine_of Gen_relaxed.tables in let n := Gen_relaxed.spelled in
  forall w, accepts m n w = true <->
    let u := fst (trail m n (start m) w) in
    map fst u = w /\ pieces Gen_relaxed.r_NID Gen_relaxed.r_NSS Gen_relaxed.r_r_component
      Gen_relaxed.r_q_component Gen_relaxed.r_f_component u.
Proof.
  intros m n w. rewrite (accepts_reads m n _ Gen_relaxed.relaxed_reads w). cbn zeta.
  rewrite <- namestring_pieces. reflexivity.
Qed.

(* RFC 2141. *)
Definition pieces2141 (NID NSS : node) (u : list letter) : Prop :=
  exists scheme nid nss,
    u = scheme ++ nid ++ mark 1 colon ++ nss /\
    reads (Start 7 (Text "urn:")) scheme /\ reads NID nid /\ reads NSS nss.
Theorem rfc2141_words : let m := machine_of Gen_rfc2141.tables in let n := Gen_rfc2141.spelled in
  forall w, accepts m n w = true <->
    let u := fst (trail m n (start m) w) in
    map fst u = w /\ pieces2141 Gen_rfc2141.r_NID Gen_rfc2141.r_NSS u.
Proof.
  intros m n w. rewrite (accepts_reads m n _ Gen_rfc2141.rfc2141_reads w). cbn zeta.
  apply and_iff_compat_l. generalize (fst (trail m n (start m) w)). clear. intros u.
  change (reads Gen_rfc2141.grammar u) with
    (reads (Seq (Start 7 (Text "urn:")) (Seq Gen_rfc2141.r_NID (Seq (Start 1 (Text ":")) Gen_rfc2141.r_NSS))) u).
  generalize Gen_rfc2141.r_NID Gen_rfc2141.r_NSS. intros NID NSS. unfold pieces2141. split.
  - intros (s & a & -> & Hs & nid & b & -> & Hnid & c & nss & -> & Hc & Hnss).
    apply (reads_start 1 _ _ derives_colon) in Hc. subst. exists s, nid, nss. auto.
  - intros (s & nid & nss & -> & Hs & Hnid & Hnss).
    exists s, (nid ++ mark 1 colon ++ nss). split; auto. split; auto.
    exists nid, (mark 1 colon ++ nss). split; auto. split; auto.
    exists (mark 1 colon), nss. split; auto. split; auto. apply (reads_start 1 _ _ derives_colon); auto.
Qed.

(* The draft. *)
Definition pieces_draft (NID NSS Q F : node) (u : list letter) : Prop :=
  exists scheme nid nss q f,
    u = scheme ++ mark 7 colon ++ nid ++ mark 1 colon ++ nss ++ q ++ f /\
    reads (Text "urn") scheme /\ reads NID nid /\ reads NSS nss /\
    maybe 3 [x3f] Q q /\ maybe 4 [x23] F f.
Theorem draft2141bis_words : let m := machine_of Gen_draft2141bis.tables in let n := Gen_draft2141bis.spelled in
  forall w, accepts m n w = true <->
    let u := fst (trail m n (start m) w) in
    map fst u = w /\ pieces_draft Gen_draft2141bis.r_NID Gen_draft2141bis.r_NSS
      Gen_draft2141bis.r_urn_query Gen_draft2141bis.r_fragment u.
Proof.
  intros m n w. rewrite (accepts_reads m n _ Gen_draft2141bis.draft2141bis_reads w). cbn zeta.
  apply and_iff_compat_l. generalize (fst (trail m n (start m) w)). clear. intros u.
  change (reads Gen_draft2141bis.grammar u) with
    (reads (Seq (Text "urn") (Seq (Start 7 (Text ":")) (Seq (Seq Gen_draft2141bis.r_NID (Seq (Start 1 (Text ":")) Gen_draft2141bis.r_NSS))
      (Seq (Opt (Seq (Start 3 (Text "?")) Gen_draft2141bis.r_urn_query)) (Opt (Seq (Start 4 (Text "#")) Gen_draft2141bis.r_fragment)))))) u).
  generalize Gen_draft2141bis.r_NID Gen_draft2141bis.r_NSS Gen_draft2141bis.r_urn_query Gen_draft2141bis.r_fragment.
  intros NID NSS Q F. unfold pieces_draft. split.
  - intros (s & a & -> & Hs & c7 & b & -> & H7 & p & qf & -> & (nid & e & -> & Hnid & c & nss & -> & Hc & Hnss) & q & f & -> & Hq & Hf).
    apply (reads_start 7 _ _ derives_colon) in H7. apply (reads_start 1 _ _ derives_colon) in Hc.
    apply (reads_maybe 3 _ _ _ derives_question) in Hq. apply (reads_maybe 4 _ _ _ derives_hash) in Hf. subst.
    exists s, nid, nss, q, f. repeat (split; auto). rewrite <- !app_assoc. auto.
  - intros (s & nid & nss & q & f & -> & Hs & Hnid & Hnss & Hq & Hf).
    exists s, (mark 7 colon ++ (nid ++ mark 1 colon ++ nss) ++ (q ++ f)). split.
    { rewrite <- !app_assoc. auto. }
    split; auto. exists (mark 7 colon), ((nid ++ mark 1 colon ++ nss) ++ (q ++ f)). split; auto. split.
    { apply (reads_start 7 _ _ derives_colon); auto. }
    exists (nid ++ mark 1 colon ++ nss), (q ++ f). split; auto. split.
    + exists nid, (mark 1 colon ++ nss). split; auto. split; auto.
      exists (mark 1 colon), nss. split; auto. split; auto. apply (reads_start 1 _ _ derives_colon); auto.
    + exists q, f. split; auto. split.
      * apply (reads_maybe 3 _ _ _ derives_question); auto.
      * apply (reads_maybe 4 _ _ _ derives_hash); auto.
Qed.

Definition all := (rfc8141_words, relaxed_words, rfc2141_words, draft2141bis_words).
